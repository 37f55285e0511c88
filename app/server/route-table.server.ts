import type { ServerBuild } from "@remix-run/node";
import { readableBytes } from "~/http/form.server";
import type { RouteHandle } from "~/http/route-handle";
import { hideIds } from "~/ids";

type Routes = ServerBuild["routes"];

export interface RouteNeeds {
  bodyLimit: number;
  bodyLimitWords?: string;
  isWebhook: boolean;
  isUpload: boolean;
  methods: readonly string[];
}

/** Routes' handles by path. */
export interface RouteTable {
  /** `path` is the path of the request, still encoded. */
  needsOf(path: string): RouteNeeds;
  /** The route's pattern if it has secret parameters, otherwise the path without IDs and long segments. */
  loggedPath(path: string): string;
  /**
   * Whether the page is served from memory. True only for paths as our links spell them: in lower case, with nothing
   * after the path.
   */
  isPublic(path: string): boolean;
  /** How many seconds a guest's page may be cached under its full URL, including the query. 0 for most pages. */
  publicSecondsOf(address: string): number;
  /** Whether search engines may keep the page. */
  isIndexed(path: string): boolean;
  /** The ID of the route that handles a path. It's one of a fixed number of names. */
  routeOf(path: string): string;
}

/** A route that may handle requests, with everything that its own handle and its layouts' handles specify. */
interface Leaf {
  id: string;
  pattern: string;
  isIndex: boolean;
  handle: RouteHandle;
  needs: RouteNeeds;
}

const usual: RouteNeeds = {
  bodyLimit: readableBytes,
  isWebhook: false,
  isUpload: false,
  methods: [],
};

export function createRouteTable(routes: Routes): RouteTable {
  const find = createMatcher(leavesOf(routes));
  const findEncoded = (path: string) => find(decodeSegments(pagePath(path)));
  return {
    needsOf: (path) => findEncoded(path)?.needs ?? usual,
    loggedPath: (path) => {
      const readable = pagePath(decodeAll(path)).replace(/\/+/g, "/");
      const leaf = find(readable);
      return leaf?.handle.secretParams ? leaf.pattern : withoutIds(readable);
    },
    isPublic: (path) => plainPath.test(path) && Boolean(find(path)?.handle.isPublic),
    publicSecondsOf: (address) =>
      (plainAddress.test(address) && find(address.split("?", 1)[0] ?? "")?.handle.publicSeconds) || 0,
    isIndexed: (path) => findEncoded(path)?.handle.isIndexed ?? false,
    routeOf: (path) => findEncoded(path)?.id.replace(/^routes\//, "") ?? "unknown",
  };
}

const plainPath = /^(\/|(\/[a-z0-9-]+)+)$/;
/**
 * A URL must not be long, because it's a key in memory. It also must not be encoded, because Remix reads "_data"
 * in any spelling as a request for one route's data.
 */
const plainAddress = /^(?=.{1,200}$)(?!.*_data)(\/|(\/[a-z0-9-]+)+)(\?[\w=&.+-]*)?$/;

/**
 * Finds the leaf that Remix's router would find, but compiles the routes only once. `matchRoutes` compiles all of them
 * for each path, which takes 0.4 ms. Expects a decoded path. Ignores case and trailing slashes.
 */
function createMatcher(leaves: Leaf[]): (path: string) => Leaf | undefined {
  const candidates = leaves
    .map((leaf) => {
      const segments = segmentsOf(leaf.pattern);
      const isSplat = segments.at(-1) === "*";
      const compared = segments.slice(0, isSplat ? -1 : undefined).map((segment) => ({
        isParam: segment.startsWith(":"),
        /** A literal segment, or the part after a parameter, as in ":list.csv". */
        text: segment.replace(/^:[\w-]+/, ""),
      }));
      return { leaf, isSplat, compared, rank: rankOf(segments, leaf.isIndex) };
    })
    .sort((one, other) => other.rank - one.rank);
  return (path) => {
    const given = segmentsOf(path);
    return candidates.find(
      ({ compared, isSplat }) =>
        (isSplat ? given.length >= compared.length : given.length === compared.length) &&
        compared.every(({ isParam, text }, index) => {
          const segment = given[index] ?? "";
          return isParam ? segment.length > text.length && segment.endsWith(text) : segment === text;
        }),
    )?.leaf;
  };
}

function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split("/").slice(1);
  while (segments.at(-1) === "") segments.pop();
  return segments;
}

/**
 * Ranks routes the way the router does: a literal segment before a parameter, a splat last, an index before its layout.
 */
const rankOf = (segments: string[], isIndex: boolean) =>
  segments.reduce(
    (rank, segment) => rank + (segment === "*" ? -1 : /^:[\w-]+$/.test(segment) ? 4 : 11),
    isIndex ? 2 : 0,
  );

/** The page behind a client navigation's data request (single fetch). */
const pagePath = (path: string) => path.replace(/\.data$/, "").replace(/^\/_root$/, "/");

function leavesOf(routes: Routes): Leaf[] {
  const ids = Object.keys(routes).filter((id) => routes[id]?.path !== undefined || routes[id]?.index);
  return ids.map((id) => {
    const branch = branchOf(routes, id);
    const pattern = `/${branch.flatMap(({ path }) => path || []).join("/")}`;
    const handle: RouteHandle = Object.assign({}, ...branch.map(({ module }) => module.handle));
    return { id, pattern, isIndex: Boolean(routes[id]?.index), handle, needs: { ...usual, ...handle } };
  });
}

/** The outermost layout comes first. */
function branchOf(routes: Routes, id: string): NonNullable<Routes[string]>[] {
  const route = routes[id];
  if (!route) return [];
  return [...(route.parentId ? branchOf(routes, route.parentId) : []), route];
}

/** Also works for unknown paths. */
function withoutIds(path: string): string {
  return hideIds(path)
    .replace(/[^/]{33,}/g, ":long")
    .slice(0, 120);
}

/** As in the router, an encoded slash doesn't separate segments. */
const decodeSegments = (path: string) => decode(path.replace(/%2f/gi, "%252F"));

/** A secret that was encoded twice is still secret. */
function decodeAll(path: string): string {
  for (let text = path, rounds = 0; ; rounds += 1) {
    const next = decode(text);
    if (next === text || rounds === 5) return next;
    text = next;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
