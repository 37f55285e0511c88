import { isId } from "~/ids";
import type { ListPlace } from "./applicants.server";
import { folders } from "./project";

/** Where the owner is in the list: the folder, the order, the page, and who's selected to be compared. */
export interface DeskPlace extends ListPlace {
  ticked: readonly string[];
}

/** The question that an applicant's page asks. */
export type Asked = "accept" | "decline" | "release" | null;

export const mostCompared = 3;
/** More wouldn't fit into a URL. */
const mostTicked = 12;

/** From a page's query. Malformed parts are ignored. */
export function readPlace(query: URLSearchParams): DeskPlace {
  const ticked = (query.get("ticked") ?? "").split(",").filter((id) => isId(id));
  return {
    folder: folders.find((folder) => folder === query.get("folder")) ?? "all",
    sort: query.get("sort") === "date" ? "date" : "match",
    after: query.get("after"),
    ticked: [...new Set(ticked)].slice(0, mostTicked),
  };
}

/** For `paths.project` and `paths.applicant`. */
export const queryOf = ({ folder, sort, after, ticked }: DeskPlace) => ({
  folder: folder === "all" ? undefined : folder,
  sort: sort === "match" ? undefined : sort,
  after: after ?? undefined,
  ticked: ticked.join(","),
});
