import { createElement, type ReactNode } from "react";
import type { ProseNode } from "./prose";

/** The text of a file of content/, in a column that reads well. */
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
