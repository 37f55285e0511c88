import { isId } from "~/ids";
import { mostTicked } from "~/ui/comparing";
import type { ListPlace } from "./applicants.server";
import { folders } from "./project";

/** What the owner's list is showing: the folder, the order, the page, and who's selected for comparison. */
export interface DeskPlace extends ListPlace {
  ticked: readonly string[];
}

/** The confirmation that an applicant's page is asking for. */
export type Asked = "accept" | "decline" | "release" | null;

/** Reads a page's query. Ignores malformed parts. */
export function readPlace(query: URLSearchParams): DeskPlace {
  const ticked = (query.get("ticked") ?? "").split(",").filter((id) => isId(id));
  return {
    folder: folders.find((folder) => folder === query.get("folder")) ?? "all",
    sort: query.get("sort") === "date" ? "date" : "match",
    after: query.get("after"),
    ticked: [...new Set(ticked)].slice(0, mostTicked),
  };
}

/** The inverse of `readPlace`, as the query for `paths.project` and `paths.applicant`. */
export const queryOf = ({ folder, sort, after, ticked }: DeskPlace) => ({
  folder: folder === "all" ? undefined : folder,
  sort: sort === "match" ? undefined : sort,
  after: after ?? undefined,
  ticked: ticked.join(","),
});
