import { paths } from "~/paths";
import { AvatarGroup } from "~/ui/avatar";
import { DialogLink } from "~/ui/dialog-link";
import { Icon } from "~/ui/icon";
import { boostDays, type JoinedView } from "../rewards";

export const loadDialog = import.meta.env.SSR
  ? undefined
  : () => import("./invite-dialog").then((loaded) => loaded.InviteDialog);

/** `InviteCard` in one line, on the dashboards of creators and contributors. */
export function InviteBanner({ joined }: { joined: JoinedView | null }) {
  return (
    <div className="banner">
      <Faces joined={joined} />
      <div className="txt">
        <DialogLink className="over-link" to={paths.invitePeople()} hash="#invite" load={loadDialog}>
          Grow your network, earn rewards
        </DialogLink>
        <p className="hint">{boostDays.referrer} days of priority matching for everyone you bring in.</p>
      </div>
      <Icon name="next" />
    </div>
  );
}

export function Faces({ joined }: { joined: JoinedView | null }) {
  if (!joined || joined.faces.length === 0) return null;
  return <AvatarGroup people={joined.faces} size="medium" />;
}
