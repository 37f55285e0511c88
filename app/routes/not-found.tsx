import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { notFound } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import { PageFailure } from "~/shell/page";
import { AppShell } from "~/shell/page-frame";
import { useRootData } from "~/shell/root-data";

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  throw notFound();
}

export async function action(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  throw notFound();
}

/**
 * The browser's route list omits pages without script (`scripts/build.ts`), so they end up here, along with pages that
 * don't exist, and are loaded as documents. Loading the page that's already open would repeat forever.
 */
export function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<never> {
  if (request.url === location.href.replace(/#.*/, "")) throw new Response(null, { status: 404 });
  location.assign(request.url);
  return new Promise(() => {});
}

export default function NotFound() {
  return null;
}

/** With an error boundary, root's loader runs even after a form was posted here. */
export function ErrorBoundary() {
  const root = useRootData();
  return (
    <AppShell person={root?.person ?? null}>
      <PageFailure />
    </AppShell>
  );
}
