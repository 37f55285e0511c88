import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { Still, StyleFrame, StyleStill } from "~/features/catalog/components/stills";
import {
  features,
  reasons,
  seamTalk,
  stepStyles,
  steps,
  stepTalk,
  stories,
  trustPoints,
} from "~/features/content/landing";
import { sheetSize, stripSize, WorkSheet, WorkStrip } from "~/features/content/landing-work";
import { pageMeta } from "~/features/content/page-meta";
import { CameFrom } from "~/features/content/page-parts";
import { organization } from "~/features/content/structured-data";
import { mostMembers } from "~/features/directory/directory";
import { countListed, listWork, type PersonWithWork } from "~/features/directory/listing.server";
import { allowAnyone, noteFailure } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/landing-page.css?url";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import { Mark } from "~/ui/mark";
import { Badge, ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = {
  styles,
  // Short, because the people on this page may be suspended, hidden or gone a moment later.
  publicSeconds: 15,
};

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Matchcut: creators and the crews behind their work",
    description:
      "Find editors, designers and writers who fit how you work. Swipe, match, talk. Vetted contributors, 0% platform fees.",
    path: paths.home(),
    things: (at) => [organization(at)],
  });

/** Without the database, the page has everything except people. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await allowAnyone(args);
  const shown = await findShown(viewer).catch((error: unknown) => {
    // Passes a copy of the context, because this page still works without the database, so its own response isn't a
    // failure.
    noteFailure({ context: { ...args.context } }, error);
    return null;
  });
  return { shown };
}

async function findShown(viewer: { userId: string } | null) {
  const [people, counts] = await Promise.all([listWork(viewer, sheetSize + stripSize), countListed()]);
  const crafts = counts.services.slice(0, Math.max(0, sheetSize - people.length));
  return { people, crafts, contributors: counts.contributors, members: counts.members };
}

/** With fewer members than this, the page doesn't say how many there are. */
const enoughMembers = 100;

export default function Landing() {
  const { shown } = useLoaderData<typeof loader>();
  const isGuest = !useRootData()?.person;
  const from = useSearchParams()[0].get("from");
  const people = shown?.people ?? [];
  return (
    <div className="landing">
      {isGuest && from && <CameFrom from={from} />}
      <div className="front">
        <h1>Find the people who fit your cut</h1>
        <div className="stack">
          <p>
            Matchcut connects content creators with vetted editors, designers and writers. Like each other,
            match and start talking.
          </p>
          <p className="row">
            <ButtonLink to={paths.onboarding()}>Get Started</ButtonLink>
            <ButtonLink to="#how" kind="soft">
              See how it works
            </ButtonLink>
          </p>
          {shown && shown.members >= enoughMembers && <Trusted members={shown.members} />}
        </div>
      </div>
      {shown && <WorkSheet people={people.slice(0, sheetSize)} crafts={shown.crafts} />}
      {shown && shown.crafts.length > 0 && <p className="muted">{fewWords(shown.contributors)}</p>}

      <ul className="three" aria-label="What you can count on">
        {trustPoints.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>

      <Seam />

      <section className="chapter" id="how">
        <h2>How it works</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard */}
        <ol className="steps-strip" tabIndex={0}>
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <div className="stage">{stages[index]}</div>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="chapter">
        <h2>Made for the way you work</h2>
        <ul className="three">
          {features.map(({ title, text, planned }) => (
            <li key={title}>
              <h3>
                {title} {planned && <Badge tone="info">Planned</Badge>}
              </h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ul>
        <ButtonLink to={paths.features()} kind="soft">
          See all features
        </ButtonLink>
      </section>

      <section className="chapter">
        <h2>Why choose Matchcut</h2>
        <ul className="ticks">
          {reasons.map((reason) => (
            <li key={reason}>
              <Icon name="check" />
              {reason}
            </li>
          ))}
        </ul>
        <WorkLinks people={people.slice(sheetSize)} />
      </section>

      <section className="chapter">
        <h2>Two example stories</h2>
        <p className="muted">How you might use Matchcut. These are examples, not real customers.</p>
        <div className="three">
          {stories.map(({ quote, attribution, styles: shownStyles }) => (
            <figure key={attribution}>
              <div className="story" aria-hidden="true">
                {shownStyles.map((style) => (
                  <StyleFrame key={style} style={style} />
                ))}
              </div>
              <blockquote className="head">“{quote}”</blockquote>
              <figcaption className="hint">{attribution}</figcaption>
            </figure>
          ))}
        </div>
      </section>

      {isGuest && (
        <section className="chapter closing">
          <h2>Your next cut starts with one Like</h2>
          <p className="muted">Four short steps, no credit card, and you'll see who fits.</p>
          <ButtonLink to={paths.onboarding()}>Build your profile</ButtonLink>
        </section>
      )}
    </div>
  );
}

function Trusted({ members }: { members: number }) {
  const count =
    members > mostMembers ? `${mostMembers.toLocaleString("en-US")}+` : members.toLocaleString("en-US");
  return (
    <p className="muted">
      Trusted by creators worldwide <Badge>{count} members</Badge>
    </p>
  );
}

/** The text shown while few people have work to show. */
function fewWords(people: number): string {
  if (people === 0) return "Matchcut is new. Contributors show up here once we've vetted them.";
  const who = people === 1 ? "1 contributor" : `${people} contributors`;
  return `Matchcut is new. So far, we've vetted ${who} by hand.`;
}

/** Shows an example with our own stills. */
function Seam() {
  return (
    <section className="seam halves film" aria-labelledby="seam">
      <div className="frame half a">
        <Still name="seam-canyon-720" small="seam-canyon-400" />
      </div>
      <div className="frame half b">
        <Still name="seam-valley-720" small="seam-valley-400" />
      </div>
      <h2 id="seam">
        You like their work.
        <br />
        They like yours.
      </h2>
      <ul className="bubbles" aria-label="An example">
        {seamTalk.map(({ who, text }) => (
          <li key={text} className={who === "editor" ? "bubble bubble-own" : "bubble"}>
            <Still name={`face-${who}`} width={96} height={96} />
            <p>
              <span className="visually-hidden">{who === "creator" ? "A creator: " : "An editor: "}</span>
              {text}
            </p>{" "}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Pictures of what happens in each step, in the order of `steps`. */
const stages = [
  <div key="styles" className="swatches" aria-hidden="true">
    {stepStyles.map((style, index) => (
      <span key={style} className="sw">
        <StyleStill style={style} />
        <span>{style.split(" / ")[0]} </span>
        {index === 0 && <Mark shape="boxed" />}
      </span>
    ))}
  </div>,
  <div key="card" className="mini film" aria-hidden="true">
    <span className="clip">
      <StyleFrame style="Documentary" />
      <StyleFrame style="Cinematic" />
    </span>
    <span className="by">
      <Avatar name="Sample Editor" size="small" />
      <span>
        <b>Sample Editor</b> 92% match
      </span>
    </span>
    <Mark shape="boxed" />
  </div>,
  <div key="talk" className="bubbles" aria-hidden="true">
    {stepTalk.map(({ isOwn, text }) => (
      <p key={text} className={isOwn ? "bubble bubble-own" : "bubble"}>
        <span>{text}</span>
      </p>
    ))}
  </div>,
];

/** A number smaller than this would look like the whole membership. */
const fewestInStrip = 4;

function WorkLinks({ people }: { people: readonly PersonWithWork[] }) {
  if (people.length < fewestInStrip)
    return (
      <ButtonLink to={paths.contributors()} kind="soft">
        See the contributors
      </ButtonLink>
    );
  return (
    <>
      <div className="row justify-between">
        <h3>See the contributors</h3>
        <a href={paths.contributors()}>All contributors</a>
      </div>
      <WorkStrip people={people} />
    </>
  );
}
