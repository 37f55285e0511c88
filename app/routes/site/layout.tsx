import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { Footer } from "~/shell/footer";
import { PageFailure } from "~/shell/page";
import { PageFrame } from "~/shell/page-frame";
import { useRootData } from "~/shell/root-data";

export const handle: RouteHandle = { script: false, isIndexed: true };

/** `origin` is the configured one. `pageMeta` needs it. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  return { signedIn: actor !== null, origin: new URL(args.request.url).origin };
}

export default function Site() {
  const { signedIn } = useLoaderData<typeof loader>();
  return (
    <PageFrame signedIn={signedIn} footer={<Footer />}>
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary() {
  const root = useRootData();
  return (
    <PageFrame signedIn={Boolean(root?.person)} footer={<Footer />}>
      <PageFailure />
    </PageFrame>
  );
}
