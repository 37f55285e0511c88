import { createElement, type ReactNode, useContext } from "react";
import { Still } from "~/features/catalog/components/stills";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { Avatar, SavesDataContext } from "~/ui/avatar";
import { formatPlainDate } from "~/ui/dates";
import { ButtonLink } from "~/ui/parts";
import { minutesOf } from "./blog";
import type { PostSummary } from "./pages.server";
import type { ProseNode } from "./prose";

/** The top of a public page. On wide screens, the actions are next to the title. */
export function Front({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <div className="front">
      <h1>{title}</h1>
      <div className="stack">
        <p>{lead}</p>
        {children}
      </div>
    </div>
  );
}

/** Chat bubbles of an example conversation between a creator and an editor. */
export function ExampleTalk({
  lines,
}: {
  lines: readonly { who: "creator" | "editor"; text: ReactNode; isOwn?: boolean }[];
}) {
  return (
    <ul className="bubbles" aria-label="An example">
      {lines.map(({ who, text, isOwn }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order
        <li key={index} className={isOwn ? "bubble bubble-own" : "bubble"}>
          {!isOwn && <Still name={`face-${who}`} width={96} height={96} />}
          <p>
            <span className="visually-hidden">{who === "creator" ? "A creator: " : "An editor: "}</span>
            {text}
          </p>{" "}
        </li>
      ))}
    </ul>
  );
}

/** One of our own stills in a frame. Screen readers skip it. */
export function StillFrame({
  isPassed,
  ...still
}: Parameters<typeof Still>[0] & {
  /** Dims the picture, as if the viewer had passed on it. */
  isPassed?: boolean;
}) {
  return (
    <span className={isPassed ? "frame passed" : "frame"} aria-hidden="true">
      <Still {...still} />
    </span>
  );
}

/** The drawn face of a sample person. With Save-Data, just their initials. */
export function TeamFace({ id, name }: { id: string; name: string }) {
  const savesData = useContext(SavesDataContext);
  return (
    <div className="team-face">
      {savesData ? (
        <Avatar name={name} size="large" />
      ) : (
        <Still name={`team/${id}`} width={192} height={192} isFirst />
      )}
    </div>
  );
}

/** A list of short points, with hairlines between them. */
export function Points({
  points,
  isColumn,
}: {
  points: readonly { title: string; text: string }[];
  isColumn?: boolean;
}) {
  return (
    <ul className={isColumn ? "points points-column" : "points"}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

export function ProseText({ nodes }: { nodes: readonly ProseNode[] }) {
  return <div className="prose">{nodes.map(rendered)}</div>;
}

function rendered(node: ProseNode, key: number): ReactNode {
  if (typeof node === "string") return node;
  const { tag, children, ...attributes } = node;
  const inside = children?.map(rendered);
  if (tag === "table")
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      <section key={key} className="table-frame" aria-label="Table" tabIndex={0}>
        <table className="compare">{inside}</table>
      </section>
    );
  const more = tag === "img" ? { loading: "lazy" } : tag === "th" ? { scope: "col" } : null;
  return createElement(tag, { key, ...attributes, ...more }, ...(inside ?? []));
}

/** Questions that unfold, only one at a time, even without script. If there's just one, it starts unfolded. */
export function QuestionList({
  questions,
  pictures = {},
}: {
  questions: readonly { id: string; question: string; body: readonly ProseNode[] }[];
  /** By the question's ID: a picture shown above its answer. */
  pictures?: Readonly<Record<string, ReactNode>>;
}) {
  return (
    <div className="questions">
      {questions.map(({ id, question, body }) => (
        <details key={id} id={id} name="question" open={questions.length === 1}>
          <summary>{question}</summary>
          {pictures[id]}
          <ProseText nodes={body} />
        </details>
      ))}
    </div>
  );
}

/** A post's picture. public/pictures/blog has one per post, in two sizes. */
export function PostPicture({ id, isLarge }: { id: string; isLarge?: boolean }) {
  const small = `blog/${id}-360`;
  return isLarge ? (
    <StillFrame name={`blog/${id}`} isFirst />
  ) : (
    <StillFrame name={small} width={360} height={202} />
  );
}

type PostProps = { post: Omit<PostSummary, "title" | "description"> };

const PostDate = ({ post }: PostProps) => (
  <>
    <time dateTime={post.date}>{formatPlainDate(post.date)}</time>&nbsp;· {minutesOf(post.words)} min read
  </>
);

/** Our authors are made up, so the page says "sample author". */
const PostAuthor = ({ post }: PostProps) => (
  <>
    <a href={sitePaths.teamMember(post.author)}>{post.authorName}</a> (sample author)
  </>
);

/** A post's category, date, reading time and author, in a list of posts. */
export function PostFacts({ post }: PostProps) {
  return (
    <p className="hint post-facts">
      {post.category}&nbsp;· <PostDate post={post} />
      &nbsp;· by <PostAuthor post={post} />
    </p>
  );
}

/** Who wrote a post and when, at the top of its page. */
export function PostByline({ post }: PostProps) {
  return (
    <div className="post-byline">
      <Still name={`team/${post.author}`} width={96} height={96} isFirst />
      <div>
        <p>
          <PostAuthor post={post} />
        </p>
        <p className="hint">
          <PostDate post={post} />
        </p>
      </div>
    </div>
  );
}

export const mailTo = (address: string, subject: string) =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;

/** The email address for job applications. If it's a sample address, it says so. */
export function ApplicationsLink({ address, subject }: { address: string; subject: string }) {
  return (
    <>
      <a href={mailTo(address, subject)}>{address}</a>
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
    <div className="notice row flex-nowrap justify-between">
      <p>You're signed out. Please sign in to see {page}.</p>
      <ButtonLink to={paths.login({ redirectTo: from })} kind="secondary">
        Sign In
      </ButtonLink>
    </div>
  );
}
