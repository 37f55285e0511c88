import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { listContributors } from "~/features/directory/listing.server";
import { listSamples } from "~/features/portfolio/listing.server";
import type { FramedSample } from "~/features/portfolio/sample";
import { notFound } from "~/http/form.server";
import { allowAnyone, hasDevPages } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/kit-page.css?url";
import { Tabs } from "~/ui/tabs";
import { Boxes, OpenDialog, OpenDrawer } from "./kit/boxes";
import { Controls } from "./kit/controls";
import { KitDeck } from "./kit/deck";
import { Film } from "./kit/film";
import { Forms } from "./kit/forms";
import { Foundations } from "./kit/foundations";
import { Lists, OpenCase } from "./kit/lists";
import { KitPeople } from "./kit/people";

/** Loads the stylesheet before script shows the page. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = { styles };

export const meta: MetaFunction = () => [{ title: "The kit · Matchcut" }];

interface Shown {
  label: string;
  /** @param work from the demo's people; empty if there are none */
  show: (work: FramedSample[]) => ReactNode;
}

const parts = {
  foundations: { label: "Foundations", show: () => <Foundations /> },
  film: { label: "Film", show: (work) => <Film work={work} /> },
  deck: { label: "Deck", show: (work) => <KitDeck work={work} /> },
  people: { label: "People", show: (work) => <KitPeople work={work} /> },
  controls: { label: "Controls", show: () => <Controls /> },
  forms: { label: "Forms", show: () => <Forms /> },
  boxes: { label: "Boxes", show: (work) => <Boxes work={work} /> },
  lists: { label: "Lists", show: () => <Lists /> },
  case: { label: "Case", show: () => <OpenCase /> },
  decided: { label: "Decided case", show: () => <OpenCase isDecided /> },
  dialog: { label: "Dialog", show: () => <OpenDialog /> },
  drawer: { label: "Drawer", show: () => <OpenDrawer /> },
} satisfies Record<string, Shown>;

type Part = keyof typeof parts;
const isPart = (part: string | null): part is Part => part !== null && Object.hasOwn(parts, part);

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  if (!hasDevPages) throw notFound();
  const asked = new URL(args.request.url).searchParams.get("part");
  const part = isPart(asked) ? asked : "foundations";
  // `show` gets people's work if it needs any.
  return { part, work: parts[part].show.length > 0 ? await findWork() : [] };
}

/** Work that a guest may see, in every shape that people's work comes in. */
async function findWork(): Promise<FramedSample[]> {
  const { people } = await listContributors(null, null, "work", null);
  const work = await Promise.all(people.map(({ personId }) => listSamples(personId)));
  return work.flat().map(({ id, kind, title, picture, file }) => ({ id, kind, title, picture, file }));
}

/** Shows every part of the kit in every state, light and dark. Never served in production. */
export default function DevKit() {
  const { part, work } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page sections">
      <div className="stack">
        <h1>The kit</h1>
        <p className="muted">
          DESIGN.md says when to use which. The left side follows your browser's color scheme.
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
      {parts[part].show(work)}
    </main>
  );
}
