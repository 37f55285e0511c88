import { Outlet } from "@remix-run/react";
import { PageFailure } from "~/shell/page";
import { PageFrame } from "~/shell/page-frame";
import { useRootData } from "~/shell/root-data";

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
