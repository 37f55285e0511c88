import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { PageFailure } from "~/shell/page-failure";
import { useRootData } from "~/shell/root-data";
import { SiteShell } from "~/shell/site-shell";

export const handle: RouteHandle = { script: false, isIndexed: true };

/** `origin`: the configured one, for `pageMeta`. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  return { signedIn: actor !== null, origin: new URL(args.request.url).origin };
}

export default function Site() {
  const { signedIn } = useLoaderData<typeof loader>();
  return (
    <SiteShell signedIn={signedIn}>
      <Outlet />
    </SiteShell>
  );
}

export function ErrorBoundary() {
  const root = useRootData();
  return (
    <SiteShell signedIn={Boolean(root?.person)}>
      <PageFailure />
    </SiteShell>
  );
}
