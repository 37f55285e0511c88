import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guide, guidelines, safetyQuestions, templates, tips } from "~/features/content/faq.server";
import { pageMeta } from "~/features/content/page-meta";
import { ProseText, QuestionList } from "~/features/content/page-parts";
import type { ProseNode } from "~/features/content/prose";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { ButtonLink, Card } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) => {
  const started = args.data?.started;
  return [
    ...pageMeta(args, {
      title: started ? "Download started | Matchcut" : "Safety Center | Matchcut",
      description:
        "Templates for agreements and briefs, a guide to working together safely, and the guidelines everyone here follows.",
      path: paths.safetyCenter(),
    }),
    // Starts the download without script; the page stays open.
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
      <h1>Safety Center</h1>
      <p className="text-lg">
        How to work with someone you met here, and what to do if something goes wrong.
      </p>
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
      <ul className="cards">
        {[...templates, document].map((one) => (
          <Card as="li" key={one.id} title={one.title}>
            <p className="muted">{one.description}</p>
            <Download document={one} />
          </Card>
        ))}
      </ul>
      <section className="stack">
        <h2>Five tips from the guide</h2>
        <ol className="steps stack">
          {tips.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Guidelines({ document, body }: { document: Downloadable; body: readonly ProseNode[] }) {
  return (
    <>
      <ProseText nodes={body} />
      <Download document={document} tab="guidelines" />
    </>
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
    <a className="btn btn-secondary" href={sitePaths.startDownload(fileOf(document), { tab })}>
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
