import { Outlet, useNavigation } from "@remix-run/react";
import { paths } from "~/paths";
import { AppShell } from "~/shell/app-shell";
import { FailedRoute } from "~/shell/failed-route";
import { useRootData } from "~/shell/root-data";

export default function AppPages() {
  const root = useRootData();
  return (
    <AppShell person={root?.person ?? null} savesData={root?.savesData}>
      <Loading />
      <Outlet />
    </AppShell>
  );
}

export function ErrorBoundary() {
  const root = useRootData();
  return (
    <AppShell person={root?.person ?? null} savesData={root?.savesData}>
      <FailedRoute />
    </AppShell>
  );
}

const words: Record<string, string> = {
  [paths.dashboard()]: "Loading your dashboard...",
  [paths.discover()]: "Loading service providers...",
};

/** Says what a click is waiting for, while it really loads. */
function Loading() {
  const { state, location } = useNavigation();
  return (
    <p role="status" className="loading">
      {state === "loading" ? (words[location.pathname] ?? "Loading...") : ""}
    </p>
  );
}
