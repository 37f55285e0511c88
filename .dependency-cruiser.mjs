// dependency-cruiser's rules about who may import what. The architecture test runs them, and so does
// `npx depcruise app`.

/** Lowest first: a feature calls only features before it. */
export const features = [
  "visibility",
  "live",
  "notifications",
  "accounts",
  "second-factor",
  "catalog",
  "plans",
  "media",
  "portfolio",
  "referrals",
  "profiles",
  "messaging",
  "discovery",
  "directory",
  "favorites",
  "projects",
  "analytics",
  "dashboard",
  "payments",
  "moderation",
  "contact",
  "newsletter",
  "searches",
  "content",
  "admin",
  "leaving",
];

const ui = "^app/ui/";
const shell = "^app/shell/";
/** Any other file may import these. */
const paths =
  "^app/(paths|admin-paths|site-paths|offline-words|failure-words|form-size|hint|ids|lines|links|graphemes|search-text|outcome|fields\\.schema)\\.ts$";
/** ui and platform may import it, too. */
const graphemes = "^app/graphemes\\.ts$";
/** ui and platform may import it, too. */
const searchText = "^app/search-text\\.ts$";
const formSize = "^app/form-size\\.ts$";
const platform = "^app/platform/";
const http = "^app/http/";
const inFront = "^app/server/";
const server = "\\.server\\.(?:tsx?|mjs)$";
const schema = "\\.schema\\.ts$";
/** These wire everything together. Only the tool that runs them imports them. */
const composition = "^app/(root\\.tsx|routes\\.ts|entry\\.(client|server)\\.tsx|tasks\\.server\\.ts)$";
const start = "^app/server/start\\.server\\.ts$";

/** SDKs behind platform's adapters, and http's packages. */
const vendors =
  "^node_modules/(postmark|stripe|ably|web-push|@aws-sdk/|graphile-worker|pg|@prisma/|rate-limiter-flexible|pino|prom-client|sharp|express|helmet|sirv|remix-auth|@remix-run/)";
const serverPackages =
  "^node_modules/(postmark|stripe|web-push|@aws-sdk/|graphile-worker|pg|@prisma/|rate-limiter-flexible|pino|prom-client|sharp|express|helmet|sirv|remix-auth|@remix-run/(node|express|server-runtime)|@conform-to/zod|zod|@node-rs/|@fastify/|@zxcvbn-ts/|@simplewebauthn/server|otpauth|uqr)";

/**
 * @param {string} name
 * @param {string | { path: string; pathNot: string }} from
 * @param {string[]} allowed
 */
function mayImport(name, from, allowed) {
  return never(name, typeof from === "string" ? { path: from } : from, { path: "^app/", pathNot: allowed });
}

/**
 * @param {string} name
 * @param {import("dependency-cruiser").IRegularForbiddenRuleType["from"]} from
 * @param {import("dependency-cruiser").IRegularForbiddenRuleType["to"]} to
 * @returns {import("dependency-cruiser").IForbiddenRuleType}
 */
function never(name, from, to) {
  return { name, severity: "error", from, to };
}

/**
 * @param {string} feature
 * @param {number} index
 */
function rulesOfFeature(feature, index) {
  const own = `^app/features/${feature}/`;
  const before = features.slice(0, index).join("|");
  const earlierRoots = before ? [`^app/features/(${before})/[^/]+$`] : [];
  const earlier = before ? [`^app/features/(${before})/`] : [];
  return [
    mayImport(
      `${feature}: server files import their feature, root files of features before it, platform and paths`,
      `${own}.*${server}`,
      [own, ...earlierRoots, platform, paths],
    ),
    mayImport(
      `${feature}: browser files import their feature, features before it, ui and paths`,
      { path: own, pathNot: server },
      [own, ...earlier, ui, paths],
    ),
    never(
      `${feature}: server files import no vendor's package`,
      { path: `${own}.*${server}` },
      { path: vendors },
    ),
  ];
}

/** The table in CONTRIBUTING.md. Type-only imports count. */
export const forbidden = [
  never("no cycles", {}, { circular: true }),
  never("every import resolves", { path: "^app/" }, { couldNotResolve: true }),
  mayImport("routes import http, features' root files and components, shell, ui and paths", "^app/routes/", [
    http,
    "^app/features/[^/]+/[^/]+$",
    "^app/features/[^/]+/components/",
    shell,
    ui,
    paths,
    // A page's own stylesheet ("-page"), or one for a state that few people see ("-part").
    "^app/styles/[a-z]+-(page|part)\\.css$",
  ]),
  never("http imports only types from ui", { path: http }, { path: ui, dependencyTypesNot: ["type-only"] }),
  mayImport("http imports accounts, platform and paths", http, [
    http,
    ui,
    "^app/features/accounts/[^/]+$",
    platform,
    paths,
  ]),
  mayImport("the server imports http, accounts, platform and paths", { path: inFront, pathNot: start }, [
    inFront,
    http,
    "^app/features/accounts/[^/]+$",
    platform,
    paths,
  ]),
  mayImport("the server's start also knows the tasks", start, [
    inFront,
    http,
    platform,
    paths,
    "^app/tasks\\.server\\.ts$",
  ]),
  ...features.flatMap(rulesOfFeature),
  mayImport("platform's root files import each other", "^app/platform/[^/]+$", [
    "^app/platform/[^/]+$",
    "^app/platform/generated/",
    "^app/ids\\.ts$",
    graphemes,
    searchText,
  ]),
  mayImport("an adapter imports its own folder and platform's root files", "^app/platform/([^/]+)/", [
    "^app/platform/$1/",
    "^app/platform/[^/]+$",
    "^app/(failure-words|hint|lines)\\.ts$",
    graphemes,
    searchText,
  ]),
  mayImport("ui imports itself, graphemes, search texts and the size of forms", ui, [
    ui,
    graphemes,
    searchText,
    formSize,
  ]),
  never(
    "ui imports only React, its router and its forms from npm",
    { path: ui },
    {
      path: "^node_modules/",
      pathNot: "^node_modules/(@types/)?(react|react-dom|react-router-dom|@remix-run/react)/",
    },
  ),
  never(
    "the shell imports ui and paths, and only types from elsewhere",
    { path: shell },
    {
      path: "^app/",
      pathNot: [shell, ui, paths, "^app/styles/cut-part\\.css$"],
      dependencyTypesNot: ["type-only"],
    },
  ),
  never(
    "the shell imports no feature, adapter or route",
    { path: shell },
    { path: "^app/(features|platform|routes)/" },
  ),
  never(
    "paths, ids, graphemes, outcomes, the size of forms and shared words import nothing",
    { path: "^app/(paths|offline-words|failure-words|form-size|ids|graphemes|outcome)\\.ts$" },
    {},
  ),
  never(
    "admin and site paths import only paths",
    { path: "^app/(admin|site)-paths\\.ts$" },
    { pathNot: "^app/paths\\.ts$" },
  ),
  never(
    "what every page loads doesn't import the admin's paths",
    {
      path: "^app/(ui|shell|routes/(site|auth|app))/",
      pathNot: "^app/routes/app/dashboard\\.tsx$",
    },
    { path: "^app/admin-paths\\.ts$" },
  ),
  never(
    "pages with script don't import the site's paths",
    {
      path: "^app/(ui|shell|routes/(auth|app))/",
      pathNot: "^app/routes/auth/(unsubscribe|undo-address)",
    },
    { path: "^app/site-paths\\.ts$" },
  ),
  mayImport(
    "the service worker and its pages' part import features' browser files, ui and paths",
    "^app/offline/",
    ["^app/offline/", "^app/features/(?!.*\\.server\\.)", ui, paths],
  ),
  never(
    "no one imports what wires everything together",
    { path: "^app/", pathNot: [composition, start] },
    { path: composition },
  ),
  // Forbidding each direct import also rules out every chain of imports. A schema counts as server code,
  // because it imports zod.
  never(
    "browser code never reaches server code",
    { path: "^app/", pathNot: [server, schema, composition, "^app/routes/", "\\.d\\.ts$"] },
    {
      path: [server, schema, composition, "^app/routes/", serverPackages],
      dependencyTypesNot: ["type-only", "type-import"],
    },
  ),
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    exclude: { path: ["/generated/", "\\.test\\.tsx?$", "\\?url$"] },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
