import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/features/content/page-meta";
import { ExampleTalk, Front, ProseText, QuestionList, StillFrame } from "~/features/content/page-parts";
import type { ProseNode } from "~/features/content/prose";
import { guide, guidelines, safetyQuestions, templates, tips } from "~/features/content/safety.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { ButtonLink } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) => {
  const started = args.data?.started;
  return [
    ...pageMeta(args, {
      title: started ? "Download started · Matchcut" : "Safety Center · Matchcut",
      description:
        "Templates for agreements and briefs, a guide to working together safely, and the guidelines everyone here follows.",
      path: paths.safetyCenter(),
    }),
    // This starts the download even without script. The page stays open.
    ...(started ? [{ httpEquiv: "refresh", content: `0;url=${sitePaths.download(fileOf(started))}` }] : []),
  ];
};

interface Downloadable {
  id: string;
  title: string;
  description: string;
  as: "docx" | "pdf";
}

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const query = new URL(args.request.url).searchParams;
  const asked = query.get("download");
  const document = [...templates, guide, guidelines].find((document) => fileOf(document) === asked);
  const started = document ? downloadable(document) : null;
  switch (query.get("tab")) {
    case "guidelines":
      return {
        tab: "guidelines" as const,
        started,
        document: downloadable(guidelines),
        body: guidelines.body,
      };
    case "faq":
      return {
        tab: "faq" as const,
        started,
        questions: safetyQuestions.map(({ id, question, body }) => ({ id, question, body })),
      };
    default:
      return {
        tab: "resources" as const,
        started,
        templates: templates.map(downloadable),
        document: downloadable(guide),
        tips,
      };
  }
}

const fileOf = ({ id, as }: Pick<Downloadable, "id" | "as">) => `${id}.${as}`;

const downloadable = ({ id, title, description, as }: Downloadable): Downloadable => ({
  id,
  title,
  description,
  as,
});

export default function SafetyCenter() {
  const data = useLoaderData<typeof loader>();
  const tabs = [
    { to: paths.safetyCenter(), label: "Resources", current: data.tab === "resources" },
    {
      to: paths.safetyCenter({ tab: "guidelines" }),
      label: "Community Guidelines",
      current: data.tab === "guidelines",
    },
    { to: paths.safetyCenter({ tab: "faq" }), label: "FAQ", current: data.tab === "faq" },
  ];
  return (
    <div className="stack">
      <Front
        title="Safety Center"
        lead="How to work with someone you met here, and what to do if something goes wrong."
      />
      <Tabs label="Safety Center" items={tabs} />
      {data.started && <Started document={data.started} />}
      {data.tab === "resources" && <Resources {...data} />}
      {data.tab === "guidelines" && <Guidelines {...data} />}
      {data.tab === "faq" && <Questions {...data} />}
    </div>
  );
}

function Resources({
  templates,
  document,
  tips,
}: {
  templates: readonly Downloadable[];
  document: Downloadable;
  tips: readonly { title: string; text: string }[];
}) {
  return (
    <div className="sections">
      <ul className="docs">
        {[...templates, document].map((one) => (
          <li key={one.id} className="doc">
            <Paper title={one.title} />
            <div>
              <h2>{one.title}</h2>
              <p className="muted">{one.description}</p>
              <Download document={one} />
            </div>
          </li>
        ))}
      </ul>
      <section className="chapter">
        <h2>Five tips from the guide</h2>
        <ol className="habits">
          {tips.map(({ title, text }, index) => (
            <li key={title}>
              <div>
                <h3>{title}</h3>
                <p className="muted">{text}</p>
              </div>
              {tipPictures[index]}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** Pictures in the order of the tips. */
const tipPictures = [
  <ExampleTalk
    key="scope"
    lines={[
      { who: "creator", text: "Six episodes, two rounds each, captions not included. $750 each." },
      { who: "editor", text: "Agreed. Half up front.", isOwn: true },
    ]}
  />,
  <StillFrame key="call" name="interview" small="interview-360" />,
  null,
  <ExampleTalk key="here" lines={[{ who: "creator", text: "Six episodes, two rounds each." }]} />,
  <StillFrame key="feedback" name="timeline" small="timeline-360" />,
];

/** A drawing of the document, without its text. */
function Paper({ title }: { title: string }) {
  return (
    <div className="paper" aria-hidden="true">
      <b>{title}</b>
      {lines.map((line) => (
        <i key={line} />
      ))}
    </div>
  );
}

const lines = Array.from({ length: 12 }, (_, line) => line);

function Guidelines({ document, body }: { document: Downloadable; body: readonly ProseNode[] }) {
  return (
    <div className="beside">
      <ProseText nodes={body} />
      <aside>
        <StillFrame name="interview" small="interview-360" />
        <Download document={document} tab="guidelines" />
      </aside>
    </div>
  );
}

function Questions({ questions }: { questions: Parameters<typeof QuestionList>[0]["questions"] }) {
  return (
    <>
      <QuestionList questions={questions} />
      <ButtonLink to={paths.contact()} kind="secondary">
        Contact Support
      </ButtonLink>
    </>
  );
}

const kinds = { docx: "Word", pdf: "PDF" } as const;

/** Links back to this page, which then says that the download has started. */
function Download({ document, tab }: { document: Downloadable; tab?: "guidelines" }) {
  return (
    <a className="btn btn-secondary btn-small" href={sitePaths.startDownload(fileOf(document), { tab })}>
      <span>
        Download<span className="visually-hidden"> {document.title}</span> ({kinds[document.as]})
      </span>
    </a>
  );
}

/** Shown after a click, with or without script. */
function Started({ document }: { document: Downloadable }) {
  return (
    <p className="notice" role="status">
      <strong>Download started</strong> {document.title} ({kinds[document.as]}). If nothing happens,{" "}
      <a href={sitePaths.download(fileOf(document))} download>
        {" "}
        download it here{" "}
      </a>
      .
    </p>
  );
}
