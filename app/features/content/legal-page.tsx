import { formatLongDate } from "~/ui/dates";
import type { ContentFile } from "./content.schema";
import { ProseText } from "./prose-text";

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
