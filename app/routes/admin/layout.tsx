import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { isAdmin } from "~/features/accounts/actor";
import { AdminNav } from "~/features/admin/components/admin-nav";
import { listWaitingWork } from "~/features/admin/overview.server";
import { allowAnyone, attempt } from "~/http/route.server";
import { PageFailure, withStyles } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/admin-page.css?url";

export const { handle, links } = withStyles(styles);
/**
 * Each page checks for itself that the reader is an admin. The pages also work without the counts, in case they can't
 * be read.
 */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const work = actor && isAdmin(actor) && (await attempt(args, () => listWaitingWork(actor)));
  return { work: work || null };
}

export default function AdminPages() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}

export function ErrorBoundary() {
  return (
    <AdminFrame>
      <PageFailure />
    </AdminFrame>
  );
}

/** Members who aren't admins see the refusal without the navigation. */
function AdminFrame({ children }: { children: ReactNode }) {
  return useRootData()?.person?.isAdmin ? (
    <div className="beside-nav admin-frame">
      <AdminNav />
      {children}
    </div>
  ) : (
    children
  );
}
