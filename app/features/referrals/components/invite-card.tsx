import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { DialogLink } from "~/ui/dialog-link";
import { Icon } from "~/ui/icon";
import { boostDays, championAt, championWords, type JoinedView } from "../rewards";

const load = import.meta.env.SSR
  ? undefined
  : () => import("./invite-dialog").then((loaded) => loaded.InviteDialog);

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
          <DialogLink kind="secondary" to={paths.invitePeople()} hash="#invite" load={load}>
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

/** The same card in one line, on the dashboards of creators and contributors. */
export function InviteBanner({ joined }: { joined: JoinedView | null }) {
  return (
    <div className="banner">
      <Faces joined={joined} />
      <div className="txt">
        <DialogLink className="over-link" to={paths.invitePeople()} hash="#invite" load={load}>
          Grow your network, earn rewards
        </DialogLink>
        <p className="hint">{boostDays.referrer} days of priority matching for everyone you bring.</p>
      </div>
      <Icon name="next" />
    </div>
  );
}

function Faces({ joined }: { joined: JoinedView | null }) {
  if (!joined || joined.faces.length === 0) return null;
  return (
    <span className="faces">
      {joined.faces.map(({ name, avatarUrl }) => (
        <Avatar key={`${name} ${avatarUrl}`} name={name} src={avatarUrl} size="medium" />
      ))}
    </span>
  );
}
