import {
  AlignmentType,
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { ContentFile } from "../../app/features/content/content.schema";
import type { ProseElement, ProseNode } from "../../app/features/content/prose";
import { type Piece, piecesOf, unshowable } from "./pieces";

const level = { level: 0, alignment: AlignmentType.START };
const indent = { style: { paragraph: { indent: { left: 480, hanging: 280 } } } };
const numbering = [
  { reference: "ul", levels: [{ ...level, format: LevelFormat.BULLET, text: "•", ...indent }] },
  { reference: "ol", levels: [{ ...level, format: LevelFormat.DECIMAL, text: "%1.", ...indent }] },
];

/** `size` is in half points, as Word counts. */
const heading = (size: number) => ({
  run: { size, bold: true, color: "1c1917" },
  paragraph: { spacing: { before: 320, after: 120 }, keepNext: true },
});

/** Makes a .docx file, with Word's own headings, lists and tables. Blanks to fill in are highlighted in yellow. */
export async function wordDocument({ title, description, body }: ContentFile<"safety">): Promise<Uint8Array> {
  const document = new Document({
    title,
    description,
    creator: "Matchcut",
    styles: {
      default: {
        document: {
          run: { font: "Calibri", size: 22, language: { value: "en-US" } },
          paragraph: { spacing: { after: 120, line: 276 } },
        },
        heading1: heading(40),
        heading2: heading(28),
        heading3: heading(24),
      },
    },
    numbering: { config: numbering },
    sections: [
      {
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
          ...body.flatMap(blocksOf),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

function blocksOf(node: ProseNode): (Paragraph | Table)[] {
  if (typeof node === "string") return [];
  const { tag, children = [] } = node;
  switch (tag) {
    case "h2":
      return [new Paragraph({ children: runsOf(children), heading: HeadingLevel.HEADING_2 })];
    case "h3":
      return [new Paragraph({ children: runsOf(children), heading: HeadingLevel.HEADING_3 })];
    case "p":
      return [new Paragraph({ children: runsOf(children) })];
    case "ul":
    case "ol":
      return elementsIn(children).map(
        (item) => new Paragraph({ children: runsOf(item.children), numbering: { reference: tag, level: 0 } }),
      );
    case "table":
      // An empty paragraph separates the table from what follows.
      return [tableOf(children), new Paragraph("")];
    default:
      throw unshowable(node);
  }
}

/** Makes the first row repeat on each page. */
function tableOf(parts: readonly ProseNode[]): Table {
  const rows = elementsIn(parts).flatMap(({ tag, children = [] }) =>
    elementsIn(children).map((row) => rowOf(elementsIn(row.children ?? []), tag === "thead")),
  );
  return new Table({ width: { size: 100, type: WidthType.PERCENTAGE }, rows });
}

const rowOf = (cells: readonly ProseElement[], isHeader: boolean) =>
  new TableRow({
    tableHeader: isHeader,
    cantSplit: true,
    children: cells.map(
      ({ children }) =>
        new TableCell({
          ...(isHeader && { shading: { fill: "f3eee4" } }),
          margins: { top: 80, bottom: 80, left: 120, right: 120 },
          children: [new Paragraph({ children: runsOf(children, isHeader), spacing: { after: 0 } })],
        }),
    ),
  });

const elementsIn = (nodes: readonly ProseNode[]) =>
  nodes.filter((node): node is ProseElement => typeof node !== "string");

const runsOf = (nodes?: readonly ProseNode[], isBold = false) => piecesOf(nodes, isBold).flatMap(withBlanks);

/** Highlights text in brackets, which is a blank to fill in. */
const withBlanks = ({ text, isBold }: Piece) =>
  text
    .split(/(\[[^\]]+\])/)
    .filter(Boolean)
    .map(
      (part) =>
        new TextRun({
          text: part,
          bold: isBold,
          ...(part.startsWith("[") && { highlight: "yellow" as const }),
        }),
    );
