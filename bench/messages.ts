import { withDatabase } from "./databases.ts";
import { forkInProduct, messageOf } from "./in-product.ts";
import { fillMessages, sizes } from "./messages/filling.ts";
import type { MessageBuffers, Touched } from "./messages/measuring.ts";
import { measurePages, type PageCost } from "./messages/pages.ts";
import type { Options, Report, Table } from "./report.ts";

/** A long conversation and list against short ones. */
export async function measureMessages(options: Options): Promise<Report> {
  return withDatabase(options, "matchcut_bench_messages", async (url) => {
    const filled = await fillMessages(url);
    const buffers = await messageOf<MessageBuffers>(
      forkInProduct("bench/messages/measuring.ts", url, [JSON.stringify(filled)]),
    );
    const pages = await measurePages(
      url,
      {
        few: { cookie: filled.few.cookie, path: "/messages" },
        many: { cookie: filled.many.cookie, path: "/messages" },
        short: { cookie: filled.reader.cookie, path: `/messages/${filled.short}` },
        long: { cookie: filled.reader.cookie, path: `/messages/${filled.long}` },
        back: {
          cookie: filled.reader.cookie,
          path: `/messages/${filled.long}?before=${sizes.long / 2 + 1}`,
        },
      },
      options.quick ? 20 : 100,
    );
    const { newest, farBack, list, reader } = buffers;
    return {
      tables: [
        {
          title: "Opening a conversation: buffers, hit and read, of each statement",
          columns: ["", `${sizes.short} messages`, sizes.long.toLocaleString("en"), "more"],
          rows: [
            ...rowsOf("newest page", newest.short, newest.long),
            ...rowsOf("50 before the middle", farBack.short, farBack.long),
          ],
        },
        {
          title: "The list: buffers, hit and read, of each statement",
          columns: ["", `${sizes.few} conversations`, `${sizes.many}`, "more"],
          rows: [
            ...rowsOf("first page", list.few, list.many),
            ...rowsOf("the reader of any page, with their unread total", reader.few, reader.many),
          ],
        },
        pageTable(pages),
      ],
      limits: [
        {
          kind: "goal",
          what: `buffers to open ${sizes.long.toLocaleString("en")} messages beyond those of ${sizes.short}`,
          value: Math.max(more(newest.short, newest.long), more(farBack.short, farBack.long)),
          most: 4,
          unit: "buffers",
        },
        {
          kind: "budget",
          what: `buffers to find a reader with ${sizes.many} conversations, and their unread total`,
          value: total(reader.many),
          most: 30,
          unit: "buffers",
        },
        {
          kind: "budget",
          what: `the same beyond those of one with ${sizes.few}`,
          value: more(reader.few, reader.many),
          most: 0,
          unit: "buffers",
        },
        {
          kind: "budget",
          what: `queries of a list of ${sizes.many} beyond those of ${sizes.few}`,
          value: pages.many.queries - pages.few.queries,
          most: 0,
          unit: "queries",
        },
      ],
      notes: [
        "Buffers: 8 kB pages, by EXPLAIN (ANALYZE, BUFFERS) of the statements that the product's functions send, each prepared and",
        "run six times before, so with the plan that it keeps. Four more are an index one level deeper in each look-up.",
        "Queries are counted on the way to the database, with those that every page makes; times are the middle of all views.",
      ],
    };
  });
}

const total = ({ buffers }: Touched) => Object.values(buffers).reduce((sum, one) => sum + one, 0);
const more = (small: Touched, large: Touched) => total(large) - total(small);

function rowsOf(what: string, small: Touched, large: Touched): (string | number)[][] {
  const names = [...new Set([...Object.keys(small.buffers), ...Object.keys(large.buffers)])];
  return names.map((name) => {
    const [few = 0, many = 0] = [small.buffers[name], large.buffers[name]];
    return [`${what}: ${name}`, few, many, many - few];
  });
}

function pageTable(pages: Record<"few" | "many" | "short" | "long" | "back", PageCost>): Table {
  const row = (what: string, { queries, time }: PageCost) => [what, queries, time];
  return {
    title: "Pages of the built product",
    columns: ["", "queries", "ms"],
    rows: [
      row(`/messages, ${sizes.few} conversations`, pages.few),
      row(`/messages, ${sizes.many} conversations`, pages.many),
      row(`/messages/{id}, ${sizes.short} messages`, pages.short),
      row(`/messages/{id}, ${sizes.long.toLocaleString("en")} messages`, pages.long),
      row("the same, 50 before its middle", pages.back),
    ],
  };
}
