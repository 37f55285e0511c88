import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound } from "~/http/form.server";
import { allowAnyone, hasDevPages } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/kit-page.css?url";
import { Tabs } from "~/ui/tabs";
import { Boxes, OpenDialog } from "./kit/boxes";
import { Controls } from "./kit/controls";
import { Forms } from "./kit/forms";
import { Foundations } from "./kit/foundations";
import { KitWork } from "./kit/work";

/** Loads a style sheet before script shows the page. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = { styles };

export const meta: MetaFunction = () => [{ title: "The kit · Matchcut" }];

const parts = {
  foundations: { label: "Foundations", show: () => <Foundations /> },
  controls: { label: "Controls", show: () => <Controls /> },
  forms: { label: "Forms", show: () => <Forms /> },
  boxes: { label: "Boxes", show: () => <Boxes /> },
  work: { label: "Work", show: () => <KitWork /> },
  dialog: { label: "Dialog", show: () => <OpenDialog /> },
};

type Part = keyof typeof parts;
const isPart = (part: string | null): part is Part => part !== null && Object.hasOwn(parts, part);

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  if (!hasDevPages) throw notFound();
  const asked = new URL(args.request.url).searchParams.get("part");
  return { part: isPart(asked) ? asked : ("foundations" as const) };
}

/** Shows every part of the kit in every state, light and dark. Never served in production. */
export default function DevKit() {
  const { part } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page sections">
      <div className="stack">
        <h1>The kit</h1>
        <p className="muted">
          DESIGN.md says when to use which. The left side follows your browser's scheme.
        </p>
        <Tabs
          label="Parts"
          items={Object.entries(parts).map(([name, { label }]) => ({
            to: sitePaths.devKit(name),
            label,
            current: name === part,
          }))}
        />
      </div>
      {parts[part].show()}
    </main>
  );
}
