import { adminPaths } from "~/admin-paths";
import { VettingList, type VettingLists } from "~/features/profiles/components/vetting";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/parts";

/** What's waiting for an admin. `refunds` is the number of requests. */
export function AdminPanel({ vetting, refunds }: { vetting: VettingLists | null; refunds: number }) {
  return (
    <>
      <VettingList lists={vetting} />
      <p className="row">
        <Link to={adminPaths.refunds()} className="link">
          Refunds: {refunds} waiting <Icon name="next" />
        </Link>{" "}
        <Link to={adminPaths.reports()} className="link">
          Reports <Icon name="next" />
        </Link>
      </p>
    </>
  );
}
