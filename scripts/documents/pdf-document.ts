import { once } from "node:events";
import PDFDocument from "pdfkit";
import type { ContentFile } from "../../app/features/content/content.schema";
import type { ProseNode } from "../../app/features/content/prose";
import { type Piece, piecesOf, unshowable } from "./pieces";

type Pdf = InstanceType<typeof PDFDocument>;
type Structure = PDFKit.PDFStructureElement;

const ink = "#17120e";
const accent = "#d2330b";
const muted = "#564f49";
/** All lengths are in points. */
const margin = 64;
const hanging = 18;
const plainFont = "Helvetica";
const boldFont = "Helvetica-Bold";

/** `before` is the space above a block; `after` is how much must still fit below it on the same page. */
const looks = {
  H1: { size: 26, before: 0, after: 60 },
  H2: { size: 15, before: 18, after: 60 },
  P: { size: 11, before: 7, after: 0 },
  LI: { size: 11, before: 4, after: 0 },
} as const;

/**
 * Makes a PDF that screen readers can read: its headings, paragraphs and lists are tagged in order, and it has a
 * language, a title and an outline. It uses fonts that every reader has, so letters beyond Latin-1 are refused.
 */
export async function pdfDocument({ title, description, body }: ContentFile<"safety">): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    bufferPages: true,
    size: "LETTER",
    margin,
    info: { Title: title, Subject: description, Author: "Matchcut" },
  });
  const chunks: Uint8Array[] = [];
  pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = once(pdf, "end");
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  drawMark(pdf);
  write(pdf, root, "H1", [{ text: title, isBold: true }]);
  write(pdf, root, "P", [{ text: description, isBold: false }]);
  for (const node of body) writeBlock(pdf, root, node);
  root.end();
  numberPages(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function writeBlock(pdf: Pdf, parent: Structure, node: ProseNode): void {
  if (typeof node === "string") return;
  const { tag, children = [] } = node;
  switch (tag) {
    case "h2": {
      const pieces = piecesOf(children, true);
      write(pdf, parent, "H2", pieces);
      pdf.outline.addItem(textOfPieces(pieces));
      return;
    }
    case "p":
      write(pdf, parent, "P", piecesOf(children));
      return;
    case "ul":
    case "ol":
      writeList(pdf, parent, tag, children);
      return;
    default:
      throw unshowable(node);
  }
}

function write(pdf: Pdf, parent: Structure, kind: "H1" | "H2" | "P", pieces: Piece[]): void {
  makeRoom(pdf, kind, pieces, 0);
  const element = pdf.struct(kind, {}, () => writePieces(pdf, kind, pieces));
  parent.add(element);
  element.end();
}

function writeList(pdf: Pdf, parent: Structure, tag: "ul" | "ol", items: readonly ProseNode[]): void {
  const list = pdf.struct("L");
  parent.add(list);
  items.forEach((item, index) => {
    const pieces = typeof item === "string" ? [] : piecesOf(item.children);
    makeRoom(pdf, "LI", pieces, hanging);
    const element = pdf.struct("LI");
    list.add(element);
    const { x, y } = pdf;
    element.add(
      pdf.struct("Lbl", {}, () => {
        pdf.font(plainFont).fontSize(looks.LI.size).fillColor(ink);
        pdf.text(tag === "ol" ? `${index + 1}.` : "\u2022", x, y, { lineBreak: false });
      }),
    );
    element.add(
      pdf.struct("LBody", {}, () => {
        pdf.x = x + hanging;
        pdf.y = y;
        writePieces(pdf, "LI", pieces);
        pdf.x = x;
      }),
    );
    element.end();
  });
  list.end();
}

/** Moves to a new page if the block doesn't fit on this one, so that no block is split. */
function makeRoom(pdf: Pdf, kind: keyof typeof looks, pieces: readonly Piece[], indent: number): void {
  const text = textOfPieces(pieces);
  const foreign = /[^\x20-\xff“”]/.exec(text);
  if (foreign) throw new Error(`Our PDFs can't show "${foreign[0]}": ${text}`);
  const { size, before, after } = looks[kind];
  const width = pdf.page.width - 2 * margin - indent;
  const height = pdf.font(boldFont).fontSize(size).heightOfString(text, { width, lineGap: 3 });
  if (pdf.y + before + height + after > pdf.page.height - margin) pdf.addPage();
  else pdf.y += before;
}

function writePieces(pdf: Pdf, kind: keyof typeof looks, pieces: readonly Piece[]): void {
  pdf.fontSize(looks[kind].size).fillColor(ink);
  pieces.forEach(({ text, isBold }, index) => {
    pdf.font(isBold ? boldFont : plainFont);
    pdf.text(text, { continued: index < pieces.length - 1, lineGap: 3 });
  });
}

const textOfPieces = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join("");

/** Marks decoration that screen readers should skip. */
function drawMark(pdf: Pdf): void {
  pdf.markContent("Artifact", { type: "Layout" });
  pdf
    .save()
    .translate(margin, margin - 8)
    .scale(1.1);
  pdf.path("M2 4h18l-8 20H2z").fill(ink);
  pdf.path("M22 8h8v20H14z").fill(accent);
  pdf.restore();
  pdf.endMarkedContent();
  pdf.x = margin;
  pdf.y = margin + 40;
}

function numberPages(pdf: Pdf): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Otherwise, text below the margin would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent("Artifact", { type: "Pagination" });
    pdf.font(plainFont).fontSize(9).fillColor(muted);
    pdf.text(`Matchcut, page ${page + 1} of ${count}`, margin, pdf.page.height - 40, { lineBreak: false });
    pdf.endMarkedContent();
  }
}
