import type { ProseNode } from "./prose.ts";

const plans = ["free", "payPerPost", "pro", "agency"] as const;
const limits = ["posts", "matches", "messages", "swipes", "saved"] as const;
const others = [
  ...(["payPerPost.price", "pro.monthly", "pro.yearly", "agency.monthly", "agency.yearly"] as const),
  ...(["free.days", "payPerPost.days", "moneyBack.days", "matchless.days", "matchless.until"] as const),
  ...(["files.video", "files.picture", "files.sound", "files.total"] as const),
] as const;

/**
 * Placeholders that texts in content/help may contain, such as `{pro.posts}`. They're filled when a text is shown or
 * searched.
 */
export type FigureName = `${(typeof plans)[number]}.${(typeof limits)[number]}` | (typeof others)[number];

const figureNames: readonly FigureName[] = [
  ...plans.flatMap((plan) => limits.map((limit) => `${plan}.${limit}` as const)),
  ...others,
];

const placeholder = /\{([^{}]*)\}/g;

/** What's wrong with a text's placeholders: the first one that doesn't exist, or a stray brace. Null if nothing is. */
export function unknownFigure(text: string): string | null {
  const rest = text.replace(placeholder, (whole, name: string) => (isFigureName(name) ? "" : whole));
  return /\{[^{}]*\}|[{}]/.exec(rest)?.[0] ?? null;
}

const isFigureName = (name: string): name is FigureName => (figureNames as readonly string[]).includes(name);

/** Fills in the placeholders, except in code. */
export function filled(
  nodes: readonly ProseNode[],
  figures: Readonly<Record<FigureName, string>>,
): ProseNode[] {
  return nodes.map((node) => {
    if (typeof node === "string")
      return node.replace(placeholder, (whole, name) => (isFigureName(name) ? figures[name] : whole));
    if (node.tag === "code" || !node.children) return node;
    return { ...node, children: filled(node.children, figures) };
  });
}
