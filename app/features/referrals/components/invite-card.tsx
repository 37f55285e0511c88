import { paths } from "~/paths";
import { DialogLink } from "~/ui/dialog-link";
import { Card } from "~/ui/parts";
import { boostDays } from "../rewards";

const load = import.meta.env.SSR
  ? undefined
  : () => import("./invite-dialog").then((loaded) => loaded.InviteDialog);

/** Links to the page of invitations; with script, opens a dialog with the same ways to invite. */
export function InviteCard() {
  return (
    <Card title="Grow your network, earn rewards">
      <p>
        Invite someone to Matchcut. Once their profile is ready, you get {boostDays.referrer} days of priority
        matching and they get a boost too.
      </p>
      <DialogLink kind="secondary" to={paths.invitePeople()} hash="#invite" load={load}>
        Invite people
      </DialogLink>
    </Card>
  );
}
