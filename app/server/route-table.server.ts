import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { formBytes } from "~/http/form.server";
import type { RouteHandle } from "~/http/route-handle";
import { hideIds } from "~/ids";

type Routes = ServerBuild["routes"];

type RouteNode = Parameters<typeof matchRoutes>[0][number];

export interface RouteNeeds {
  bodyLimit: number;
  bodyLimitWords?: string;
  readsHeaders: readonly string[];
  isWebhook: boolean;
  isUpload: boolean;
  methods: readonly string[];
}

/** Routes' handles by path. */
export interface RouteTable {
  /** `path` is the request's, still encoded. */
  needsOf(path: string): RouteNeeds;
  /** The pattern if the route has secret parameters, else the path without ids and long segments. */
  loggedPath(path: string): string;
  /** Served from memory. Only as our links write it: in lower case, with nothing after the path. */
  isPublic(path: string): boolean;
  /** For how many seconds a guest's page may be kept by its whole address; 0 for most. With the query. */
  publicSecondsOf(address: string): number;
  /** Search engines may keep it. */
  isIndexed(path: string): boolean;
  /** The id of the route that answers a path: one of a fixed number of names. */
  routeOf(path: string): string;
}

const usual: RouteNeeds = {
  bodyLimit: formBytes,
  readsHeaders: [],
  isWebhook: false,
  isUpload: false,
  methods: [],
};

export function createRouteTable(routes: Routes): RouteTable {
  const tree = childrenOf(routes, undefined);
  const leaves = Object.keys(routes).filter((id) => routes[id]?.path !== undefined || routes[id]?.index);
  const withNeeds = createFinder(
    routes,
    tree,
    leaves,
    ({ bodyLimit, readsHeaders, isWebhook, isUpload, methods }) =>
      Boolean(bodyLimit || readsHeaders || isWebhook || isUpload || methods),
  );
  const namer = createNamer(routes, leaves);
  const shared = leaves.filter((id) => handleOf(routes, id).isPublic);
  const publicPaths = new Set(
    shared.map((id) => patternOf(routes, id)).filter((path) => !path.includes(":")),
  );
  const publicRoutes = new Set(shared.filter((id) => patternOf(routes, id).includes(":")).map(nameOf));
  const handles = new Map(leaves.map((id) => [nameOf(id), handleOf(routes, id)]));
  const brief = leaves.filter((id) => handleOf(routes, id).publicSeconds);
  const briefSegments = new Set(brief.map((id) => firstSegment(patternOf(routes, id))));
  const withSecrets = createFinder(routes, tree, leaves, ({ secretParams }) => Boolean(secretParams));
  return {
    needsOf: (path) => {
      const id = withNeeds(pagePath(path));
      return id ? { ...usual, ...handleOf(routes, id) } : usual;
    },
    loggedPath: (path) => {
      const readable = pagePath(decodeAll(path)).replace(/\/+/g, "/");
      // The router prints a path that it cannot decode, secret included.
      const id = withSecrets(readable.replaceAll("%", "%25"));
      return id ? patternOf(routes, id) : withoutIds(readable);
    },
    isPublic: (path) => publicPaths.has(path) || (plainPath.test(path) && publicRoutes.has(namer(path))),
    publicSecondsOf: (address) => {
      const [path = ""] = address.split("?", 1);
      if (!briefSegments.has(firstSegment(path)) || !plainAddress.test(address)) return 0;
      return handles.get(namer(path))?.publicSeconds ?? 0;
    },
    isIndexed: (path) => handles.get(namer(pagePath(path)))?.isIndexed ?? false,
    routeOf: (path) => namer(pagePath(path)),
  };
}

const plainPath = /^(\/[a-z0-9-]+)+$/;
/** Nothing long: it is a key in memory. Nor encoded: Remix takes '_data' in any spelling for a request of one route's data. */
const plainAddress = /^(?=.{1,200}$)(?!.*_data)(\/[a-z0-9-]+)+(\?[\w=&.+-]*)?$/;

/** Matching takes 50 µs, and few routes have a need: the first segment rules out most paths. */
function createFinder(
  routes: Routes,
  tree: RouteNode[],
  leaves: string[],
  hasNeed: (handle: RouteHandle) => boolean,
): (path: string) => string | undefined {
  const wanted = leaves.filter((id) => hasNeed(handleOf(routes, id)));
  const firstSegments = new Set(wanted.map((id) => firstSegment(patternOf(routes, id))));
  const isAnywhere = [...firstSegments].some((segment) => /^[:*]/.test(segment));
  return (path) => {
    if (!isAnywhere && !firstSegments.has(firstSegment(path))) return undefined;
    const id = matchRoutes(tree, path)?.at(-1)?.route.id;
    return id && wanted.includes(id) ? id : undefined;
  };
}

/**
 * Compares segments, of the routes with as many, instead of matching, which takes 50 µs: this is done for each request.
 * A literal segment wins over a parameter.
 */
function createNamer(routes: Routes, leaves: string[]): (path: string) => string {
  const segmentsOf = (path: string) => path.split("/").filter(Boolean);
  const patterns = leaves
    .map((id) => ({ id, segments: segmentsOf(patternOf(routes, id)) }))
    .map((one) => ({ ...one, rank: one.segments.map((segment) => (/^[:*]/.test(segment) ? 1 : 0)).join("") }))
    .sort((one, other) => one.rank.localeCompare(other.rank));
  const splat = patterns.filter(({ segments }) => segments.at(-1) === "*");
  const byLength = new Map<number, typeof patterns>();
  for (const pattern of patterns) {
    if (splat.includes(pattern)) continue;
    const { length } = pattern.segments;
    byLength.set(length, [...(byLength.get(length) ?? []), pattern]);
  }
  const fits = (pattern: string[], path: string[]) =>
    pattern.every((segment, index) => segment === "*" || segment.startsWith(":") || segment === path[index]);
  return (path) => {
    const given = segmentsOf(path.toLowerCase());
    const found =
      byLength.get(given.length)?.find(({ segments }) => fits(segments, given)) ??
      splat.find(({ segments }) => segments.length <= given.length + 1 && fits(segments, given));
    return found ? nameOf(found.id) : "unknown";
  };
}

const nameOf = (id: string) => id.replace(/^routes\//, "");

function firstSegment(path: string): string {
  return decode(path.split("/", 2)[1] ?? "").toLowerCase();
}

/** Of a client navigation's data request (single fetch). */
const pagePath = (path: string) => path.replace(/\.data$/, "").replace(/^\/_root$/, "/");

function childrenOf(routes: Routes, parentId: string | undefined): RouteNode[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id = "", path, index } = route ?? {};
      return index ? { id, path, index } : { id, path, children: childrenOf(routes, id) };
    });
}

/** Outermost layout first. */
function branchOf(routes: Routes, id: string): NonNullable<Routes[string]>[] {
  const route = routes[id];
  if (!route) return [];
  return [...(route.parentId ? branchOf(routes, route.parentId) : []), route];
}

function handleOf(routes: Routes, id: string): RouteHandle {
  return Object.assign({}, ...branchOf(routes, id).map(({ module }) => module.handle));
}

function patternOf(routes: Routes, id: string): string {
  const parts = branchOf(routes, id).map(({ path }) => path);
  return `/${parts.filter(Boolean).join("/")}`;
}

/** Also for unknown paths. */
function withoutIds(path: string): string {
  return hideIds(path)
    .replace(/[^/]{33,}/g, ":long")
    .slice(0, 120);
}

/** A twice-encoded secret is still a secret. */
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
