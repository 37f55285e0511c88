import type { ReactNode } from "react";
import { formatLongDate } from "~/ui/dates";
import type { ContentFile } from "./content.schema";
import { ProseText } from "./page-parts";
import { chaptersOf } from "./prose";

/** A long text next to links to its sections. On phones, the links are a line that scrolls. */
export function LegalPage({
  text: { title, updated, body },
  children,
}: {
  text: ContentFile<"legal">;
  /** Shown between the date and the text. */
  children: ReactNode;
}) {
  return (
    <div className="beside-nav">
      <nav aria-label="On this page" className="side-nav jump-nav">
        {chaptersOf(body).map(
          ({ id, title: chapter }) =>
            id && (
              <span key={id}>
                <a href={`#${id}`}>{chapter}</a>{" "}
              </span>
            ),
        )}
      </nav>
      <article className="stack">
        <h1>{title}</h1>
        <p className="muted">
          Last updated <time dateTime={updated}>{formatLongDate(updated, { zone: "UTC", now: 0 })}</time>
        </p>
        {children}
        <ProseText nodes={body} />
      </article>
    </div>
  );
}
