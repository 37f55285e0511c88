import type { ProseElement, ProseNode } from "../../app/features/content/prose";

/** A piece of text with one weight. */
export interface Piece {
  text: string;
  isBold: boolean;
}

/**
 * Returns the text of a paragraph, an item or a cell, without line breaks.
 * @throws for anything that a document can't show, such as a link
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
