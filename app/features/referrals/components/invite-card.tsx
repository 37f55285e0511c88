import { paths } from "~/paths";
import { DialogLink } from "~/ui/dialog-link";
import { boostDays, championAt, championWords, type JoinedView } from "../rewards";
import { Faces, loadDialog } from "./invite-banner";

/** Links to the page of invitations. With script, opens a dialog with the same ways to invite. */
export function InviteCard({ joined }: { joined: JoinedView | null }) {
  return (
    <section className="invite-card film" aria-labelledby="grow">
      <div>
        <h2 id="grow">Grow your network, earn rewards</h2>
        <p>
          For everyone who joins and completes a profile, you get {boostDays.referrer} days of priority
          matching and they get a {boostDays.invitee}-day profile boost. At {championAt} people, you're a{" "}
          {championWords}.
        </p>
        <p className="row">
          <DialogLink kind="secondary" to={paths.invitePeople()} hash="#invite" load={loadDialog}>
            Invite people
          </DialogLink>
          {joined && joined.rewarded < championAt && (
            <span className="hint">
              {joined.rewarded} of {championAt} joined
            </span>
          )}
        </p>
      </div>
      <Faces joined={joined} />
    </section>
  );
}
