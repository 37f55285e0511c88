import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Actor } from "~/features/accounts/actor";
import { Viewer } from "~/features/media/components/viewer";
import type { ViewedKind, Viewing } from "~/features/media/viewed";
import { viewMessageFile } from "~/features/messaging/attaching.server";
import { viewSample } from "~/features/portfolio/viewing.server";
import { viewReference } from "~/features/projects/viewing.server";
import { orNotFound } from "~/http/form.server";
import { allowAnyone } from "~/http/route.server";
import { safePath } from "~/http/safe-redirect";
import { parseId } from "~/ids";
import { paths } from "~/paths";
import { isNotFound, PageFailure, withStyles } from "~/shell/page";
import { AppShell } from "~/shell/page-frame";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/viewer-page.css?url";

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) => {
  const title = page?.works.find(({ id }) => id === page.current)?.title;
  return [{ title: `${title ?? (isNotFound(error) ? "Page not found" : "Work")} · Matchcut` }];
};

export const { handle, links } = withStyles(styles, { script: "members" });

/** Each function decides who may see the work, by the same rule as for the file itself. */
const views: Record<ViewedKind, (viewer: Actor | null, id: string) => Promise<Viewing | null>> = {
  sample: viewSample,
  reference: viewReference,
  message: viewMessageFile,
};

const isKind = (text = ""): text is ViewedKind => Object.hasOwn(views, text);

/** Responds with 404 for something that the viewer may not see, as if it didn't exist. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const kind = args.params.kind;
  const id = parseId(args.params.thingId);
  const viewing = orNotFound(id && isKind(kind) ? await views[kind](viewer, id) : null);
  const from = new URL(args.request.url).searchParams.get("from");
  return { ...viewing, current: id ?? "", kind: kind as ViewedKind, close: safePath(from, viewing.home) };
}

export default function ViewerPage() {
  const { current, kind, close, ...viewing } = useLoaderData<typeof loader>();
  return (
    <Viewer
      key={current}
      viewing={viewing}
      current={current}
      close={close}
      hrefOf={(id) => paths.view(kind, id, { from: close })}
    />
  );
}

export function ErrorBoundary() {
  const root = useRootData();
  return (
    <AppShell person={root?.person ?? null}>
      <PageFailure title="Error loading this work" text="There was a problem loading this work." />
    </AppShell>
  );
}
