import { adminPaths } from "~/admin-paths";
import { VettingList, type VettingLists } from "~/features/profiles/components/vetting";
import { NextLink } from "~/ui/parts";

/** What's waiting for an admin. `refunds` is the number of requests. */
export function AdminPanel({ vetting, refunds }: { vetting: VettingLists | null; refunds: number }) {
  return (
    <>
      <VettingList lists={vetting} />
      <p className="row">
        <NextLink to={adminPaths.refunds()}>Refunds: {refunds} waiting</NextLink>{" "}
        <NextLink to={adminPaths.reports()}>Reports</NextLink>
      </p>
    </>
  );
}
