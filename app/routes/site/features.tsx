import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StyleFrame } from "~/features/catalog/components/stills";
import { pageMeta } from "~/features/content/page-meta";
import { ExampleTalk, Front, ProseText, StillFrame } from "~/features/content/page-parts";
import { pageText } from "~/features/content/pages.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/content-page.css?url";
import { Avatar } from "~/ui/avatar";
import { Mark } from "~/ui/mark";
import { Badge, ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Features · Matchcut",
    description: args.data?.description ?? "",
    path: paths.features(),
  });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return pageText("features");
}

/** The layout of each part: the first is wide, and the next two have their picture on either side. */
const places = ["feature-first", "", "feature-flip"];

const sheet = ["river-dawn", "seam-canyon-720", "side-contributor-720", "tent", "campfire", "timeline"];

const applicants = [
  { name: "Sample Editor", band: "b90", percent: 92, styles: ["Cinematic", "Documentary", "Professional"] },
  {
    name: "Sample Designer",
    band: "b80",
    percent: 87,
    styles: ["Hormozi-style", "Minimalist", "Meme-Style"],
  },
  {
    name: "Sample Writer",
    band: "b60",
    percent: 65,
    styles: ["Voiceover-Driven", "Casual Vlog", "Raw/Unfiltered"],
  },
];

/** Pictures for the first three parts, made of our own stills. */
const pictures = [
  <ul key="sheet" className="contact film" aria-hidden="true">
    {sheet.map((name, index) => (
      <li key={name}>
        <StillFrame name={name} isFirst={index < 4} />
        {index === 0 && <Mark />}
      </li>
    ))}
  </ul>,
  <ul key="applicants" className="queue example band film" aria-label="Applicants, an example">
    {applicants.map(({ name, band, percent, styles }, index) => (
      <li key={name}>
        <div className="row">
          <Avatar name={name} size="medium" />
          <b>{name}</b> <span className={`score ${band}`}>{percent}%</span>
        </div>
        <div className="frames queue-frames" aria-hidden="true">
          {styles.map((style) => (
            <StyleFrame key={style} style={style} />
          ))}
        </div>
        {index === 0 && <Mark shape="boxed" />}
      </li>
    ))}
  </ul>,
  <div key="talk" className="example band film">
    <StillFrame name="timeline" small="timeline-360" />
    <ExampleTalk
      lines={[
        { who: "creator", text: "The pause at 0:40 is brave. Keep it." },
        { who: "editor", text: "It stays. Sound pass tonight.", isOwn: true },
      ]}
    />
  </div>,
];

type Point = ReturnType<typeof useLoaderData<typeof loader>>["points"][number];

function partsOf(points: readonly Point[]): [part: string, Point[]][] {
  const parts = new Map<string, Point[]>();
  for (const point of points) {
    const part = point.part ?? "";
    parts.set(part, [...(parts.get(part) ?? []), point]);
  }
  return [...parts];
}

export default function Features() {
  const { title, lead, points, comparison, body } = useLoaderData<typeof loader>();
  return (
    <div className="sections">
      <Front title={title} lead={lead}>
        <p className="row">
          <ButtonLink to={paths.onboarding()}>Start for Free</ButtonLink>
          <ButtonLink to={paths.pricing()} kind="soft">
            See Pricing
          </ButtonLink>
        </p>
      </Front>
      {partsOf(points).map(([part, features], index) => (
        <section key={part} className={`feature ${places[index] ?? "feature-first"}`}>
          {pictures[index]}
          <div>
            <h2>{part}</h2>
            <dl className="feature-list">
              {features.map(({ title, text, planned }) => (
                <div key={title}>
                  <dt>
                    {title} {planned && <Badge tone="info">Planned</Badge>}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
      ))}
      {comparison && (
        <section className="chapter">
          <h2>How Matchcut compares</h2>
          <table className="vs stackable">
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">What</span>
                </th>
                <th scope="col" className="ours">
                  Matchcut
                </th>
                {comparison.others.map((other) => (
                  <th key={other} scope="col">
                    {other}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {comparison.rows.map((row) => (
                <tr key={row.what}>
                  <th scope="row">{row.what}</th>
                  <td className="ours" data-label="Matchcut">
                    <a href={row.to} className="claim">
                      {row.ours}
                    </a>
                  </td>
                  {row.others.map((claim, index) => (
                    <td key={comparison.others[index]} data-label={comparison.others[index]}>
                      {claim}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <ProseText nodes={body} />
        </section>
      )}
    </div>
  );
}
