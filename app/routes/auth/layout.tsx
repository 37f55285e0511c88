import { Outlet } from "@remix-run/react";
import { PageFailure } from "~/shell/page-failure";
import { useRootData } from "~/shell/root-data";
import { SiteShell } from "~/shell/site-shell";

export default function AuthPages() {
  const root = useRootData();
  return (
    <SiteShell signedIn={Boolean(root?.person)} footer={false}>
      <Outlet />
    </SiteShell>
  );
}

export function ErrorBoundary() {
  const root = useRootData();
  return (
    <SiteShell signedIn={Boolean(root?.person)} footer={false}>
      <PageFailure />
    </SiteShell>
  );
}
