import { createElement, type ReactNode } from "react";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { formatLongDate, formatPlainDate } from "~/ui/dates";
import { ButtonLink } from "~/ui/parts";
import { minutesOf } from "./blog";
import type { ContentFile } from "./content.schema";
import type { PostSummary } from "./pages.server";
import type { ProseNode } from "./prose";

export function ProseText({ nodes }: { nodes: readonly ProseNode[] }) {
  return <div className="prose">{nodes.map(rendered)}</div>;
}

function rendered(node: ProseNode, key: number): ReactNode {
  if (typeof node === "string") return node;
  const { tag, children, ...attributes } = node;
  const inside = children?.map(rendered);
  if (tag === "table")
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
      <section key={key} className="table-frame" aria-label="Table" tabIndex={0}>
        <table className="compare">{inside}</table>
      </section>
    );
  const more = tag === "img" ? { loading: "lazy" } : tag === "th" ? { scope: "col" } : null;
  return createElement(tag, { key, ...attributes, ...more }, ...(inside ?? []));
}

export function LegalPage({ text: { title, updated, body } }: { text: ContentFile<"legal"> }) {
  return (
    <article className="stack">
      <h1>{title}</h1>
      <p className="muted">
        Last updated <time dateTime={updated}>{formatLongDate(updated, { zone: "UTC", now: 0 })}</time>
      </p>
      <ProseText nodes={body} />
    </article>
  );
}

/** Only one question is open at a time, without script. A single question starts open. */
export function QuestionList({
  questions,
}: {
  questions: readonly { id: string; question: string; body: readonly ProseNode[] }[];
}) {
  return (
    <div className="questions">
      {questions.map(({ id, question, body }) => (
        <details key={id} id={id} name="question" open={questions.length === 1}>
          <summary>{question}</summary>
          <ProseText nodes={body} />
        </details>
      ))}
    </div>
  );
}

/** Who wrote it, when, and how long it takes to read. The team is a sample, and the page says so. */
export function PostFacts({ post }: { post: Omit<PostSummary, "title" | "description"> }) {
  return (
    <p className="muted">
      {post.category} · <time dateTime={post.date}>{formatPlainDate(post.date)}</time> ·{" "}
      {minutesOf(post.words)} min read · by <a href={sitePaths.teamMember(post.author)}>{post.authorName}</a>{" "}
      (sample author)
    </p>
  );
}

/** The address to write to, and whether it's only a sample. */
export function ApplicationsLink({ address, subject }: { address: string; subject: string }) {
  return (
    <>
      <a href={`mailto:${address}?subject=${encodeURIComponent(subject)}`}>{address}</a>
      {address.endsWith("@example.com") && " (a sample address)"}
    </>
  );
}

const pages: Record<string, string> = {
  [paths.matches()]: "your matches",
  [paths.creatorDashboard()]: "your creator dashboard",
};

export function CameFrom({ from }: { from: string }) {
  const [path = ""] = from.split("?");
  const page = Object.hasOwn(pages, path) ? pages[path] : "that page";
  return (
    <div className="notice row justify-between">
      <p>You're signed out. Please sign in to see {page}.</p>
      <ButtonLink to={paths.login({ redirectTo: from })} kind="secondary">
        Sign In
      </ButtonLink>
    </div>
  );
}
