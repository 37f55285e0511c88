import { adminPaths } from "~/admin-paths";
import { VettingList } from "~/features/profiles/components/vetting";
import type { VettingLists } from "~/features/profiles/reviewing.server";
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
