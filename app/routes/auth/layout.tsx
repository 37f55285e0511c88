import { Outlet } from "@remix-run/react";
import { PageFailure, withStyles } from "~/shell/page";
import { PageFrame } from "~/shell/page-frame";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/sign-page.css?url";

export const { handle, links } = withStyles(styles);

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
