import type { LinksFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import type { RouteHandle } from "~/http/route-handle";
import { AdminTabs } from "~/shell/admin-tabs";
import { PageFailure } from "~/shell/page";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/admin-page.css?url";

export const handle: RouteHandle = { styles };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

/** Each page checks for itself that the reader is an admin; others see the refusal without the tabs. */
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

function AdminFrame({ children }: { children: ReactNode }) {
  const isAdmin = useRootData()?.person?.isAdmin === true;
  return isAdmin ? (
    <div className="stack">
      <AdminTabs />
      {children}
    </div>
  ) : (
    children
  );
}
