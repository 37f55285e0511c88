import type { ProseElement, ProseNode } from "../../app/features/content/prose";

/** Text of one weight. */
export interface Piece {
  text: string;
  isBold: boolean;
}

/**
 * The text of a paragraph, an item or a cell, on a single line.
 * @throws for anything a document can't show, such as a link
 */
export function piecesOf(nodes: readonly ProseNode[] = [], isBold = false): Piece[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return [{ text: node.replace(/\s+/g, " "), isBold }];
    if (node.tag === "strong") return piecesOf(node.children, true);
    if (node.tag === "p") return piecesOf(node.children, isBold);
    throw unshowable(node);
  });
}

export const unshowable = ({ tag }: ProseElement) =>
  new Error(`A downloadable document can't show a ${tag}.`);
