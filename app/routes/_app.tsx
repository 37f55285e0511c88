import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useNavigation } from "@remix-run/react";
import { unreadTotal } from "~/features/messaging/listing.server";
import { allowAnyone } from "~/http/guards.server";
import { paths } from "~/paths";
import { AppShell } from "~/shell/app-shell";
import { useRootData } from "~/shell/root-data";

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  return { unread: actor ? await unreadTotal(actor, args.params.conversationId) : 0 };
}

export default function AppPages() {
  const root = useRootData();
  return (
    <AppShell person={root?.person ?? null} savesData={root?.savesData}>
      <Loading />
      <Outlet />
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
