import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { boostDays } from "../rewards";

/** Leads to the page of invitations. */
export function InviteCard() {
  return (
    <Card title="Grow your network, earn rewards">
      <p>
        Bring somebody to Matchcut, and you are matched with priority for {boostDays.referrer} days. They
        start with a boost of their own.
      </p>
      <ButtonLink to={paths.invitePeople()} kind="secondary">
        Invite people
      </ButtonLink>
    </Card>
  );
}
