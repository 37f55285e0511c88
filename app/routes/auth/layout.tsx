import type { LinksFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import type { RouteHandle } from "~/http/route-handle";
import { PageFailure } from "~/shell/page";
import { PageFrame } from "~/shell/page-frame";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/sign-page.css?url";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = { styles };

export default function AuthPages() {
  const root = useRootData();
  return (
    <PageFrame signedIn={Boolean(root?.person)}>
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary() {
  const root = useRootData();
  return (
    <PageFrame signedIn={Boolean(root?.person)}>
      <PageFailure />
    </PageFrame>
  );
}
