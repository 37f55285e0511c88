import {
  cruise,
  type ICruiseResult,
  type IForbiddenRuleType,
  type IModule,
  type IRegularForbiddenRuleType,
} from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

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
  "payments",
  "moderation",
  "contact",
  "newsletter",
  "searches",
  "content",
  "admin",
  "leaving",
] as const;

const ui = "^app/ui/";
const shell = "^app/shell/";
/** Imported by everyone. */
const paths =
  "^app/(paths|admin-paths|site-paths|offline-words|ids|ids\\.schema|lines|links|fields\\.schema)\\.ts$";
const platform = "^app/platform/";
const http = "^app/http/";
const inFront = "^app/server/";
const server = "\\.server\\.tsx?$";
/** Wires everything together; imported only by the tool that runs it. */
const composition = "^app/(root\\.tsx|routes\\.ts|entry\\.(client|server)\\.tsx|tasks\\.server\\.ts)$";
const start = "^app/server/start\\.server\\.ts$";

/** SDKs behind platform's adapters, and http's packages. */
const vendors =
  "^node_modules/(postmark|stripe|ably|web-push|@aws-sdk/|graphile-worker|pg|@prisma/|rate-limiter-flexible|pino|prom-client|sharp|express|helmet|sirv|remix-auth|@remix-run/)";
const serverPackages =
  "^node_modules/(postmark|stripe|web-push|@aws-sdk/|graphile-worker|pg|@prisma/|rate-limiter-flexible|pino|prom-client|sharp|express|helmet|sirv|remix-auth|@remix-run/(node|express|server-runtime)|@conform-to/zod|zod|@node-rs/|@fastify/|@zxcvbn-ts/|@simplewebauthn/server|otpauth|uqr)";

function mayImport(
  name: string,
  from: string | { path: string; pathNot: string },
  allowed: string[],
): IForbiddenRuleType {
  return {
    name,
    severity: "error",
    from: typeof from === "string" ? { path: from } : from,
    to: { path: "^app/", pathNot: allowed },
  };
}

function never(
  name: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
): IForbiddenRuleType {
  return { name, severity: "error", from, to };
}

function rulesOfFeature(feature: string, index: number): IForbiddenRuleType[] {
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
    never(`${feature}: server files know no vendor`, { path: `${own}.*${server}` }, { path: vendors }),
  ];
}

/** The table of CONTRIBUTING.md. Type-only imports count. */
const table: IForbiddenRuleType[] = [
  never("no cycles", {}, { circular: true }),
  never("everything imported is there", { path: "^app/" }, { couldNotResolve: true }),
  mayImport("routes import http, features' root files and components, shell, ui and paths", "^app/routes/", [
    http,
    "^app/features/[^/]+/[^/]+$",
    "^app/features/[^/]+/components/",
    shell,
    ui,
    paths,
    // Of a page that has its own.
    "^app/styles/[a-z]+-page\\.css$",
  ]),
  never("http imports ui's types alone", { path: http }, { path: ui, dependencyTypesNot: ["type-only"] }),
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
  ]),
  mayImport("an adapter imports its own folder and platform's root files", "^app/platform/([^/]+)/", [
    "^app/platform/$1/",
    "^app/platform/[^/]+$",
  ]),
  mayImport("ui imports itself", ui, [ui]),
  never(
    "ui knows React, its router and its forms alone",
    { path: ui },
    {
      path: "^node_modules/",
      pathNot: "^node_modules/(@types/)?(react|react-dom|react-router-dom|@remix-run/react)/",
    },
  ),
  never(
    "the shell imports ui and paths; from elsewhere types alone",
    { path: shell },
    {
      path: "^app/",
      pathNot: [shell, ui, paths],
      dependencyTypesNot: ["type-only"],
    },
  ),
  never(
    "the shell knows no feature, no adapter, no route",
    { path: shell },
    { path: "^app/(features|platform|routes)/" },
  ),
  never("paths and ids import nothing", { path: "^app/(paths|offline-words|ids)\\.ts$" }, {}),
  never(
    "admin and site paths import paths alone",
    { path: "^app/(admin|site)-paths\\.ts$" },
    { pathNot: "^app/paths\\.ts$" },
  ),
  never(
    "what every page loads does not bring the admin's paths",
    {
      path: "^app/(ui|shell|routes/(site|auth|app))/",
      pathNot: "^app/(shell/admin-tabs|routes/app/dashboard)\\.tsx$",
    },
    { path: "^app/admin-paths\\.ts$" },
  ),
  never(
    "pages with script do not bring the site's paths",
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
    "nobody imports what wires everything together",
    { path: "^app/", pathNot: [composition, start] },
    {
      path: composition,
    },
  ),
];

const neverReached = "browser code never reaches server code";
const matches = (path: string, patterns: string[]) =>
  patterns.some((pattern) => new RegExp(pattern).test(path));
const isBrowserCode = (path: string) =>
  path.startsWith("app/") &&
  !matches(path, [server, composition, "^app/routes/", "\\.schema\\.ts$", "\\.d\\.ts$"]);
const isServerCode = (path: string) => matches(path, [server, serverPackages]);

/** By imports that remain without types, over however many files. */
function findChainsToServer(modules: IModule[]): string[] {
  const importersOf = new Map<string, string[]>();
  for (const { source, dependencies } of modules) {
    for (const { resolved, dependencyTypes } of dependencies) {
      if (dependencyTypes.includes("type-only") || dependencyTypes.includes("type-import")) continue;
      importersOf.set(resolved, [...(importersOf.get(resolved) ?? []), source]);
    }
  }
  /** The next file on the way to server code. */
  const towards = new Map<string, string>();
  const reached = [...importersOf.keys()].filter(isServerCode);
  // Grows while it is read.
  for (const path of reached) {
    for (const importer of importersOf.get(path) ?? []) {
      if (towards.has(importer) || isServerCode(importer)) continue;
      towards.set(importer, path);
      reached.push(importer);
    }
  }
  return [...towards.keys()].filter(isBrowserCode).map((from) => {
    const way = [from];
    for (let next = towards.get(from); next; next = towards.get(next)) way.push(next);
    return `${neverReached}: ${way.join(" -> ")}`;
  });
}

/** Each as rule and offender. */
export async function findForbiddenImports(root: string): Promise<string[]> {
  const cruised = await cruise(
    ["app"],
    {
      baseDir: root,
      tsPreCompilationDeps: true,
      exclude: { path: ["/generated/", "\\.test\\.tsx?$", "\\?url$"] },
      doNotFollow: { path: "node_modules" },
      enhancedResolveOptions: {
        exportsFields: ["exports"],
        conditionNames: ["import", "require", "node", "default", "types"],
      },
      validate: true,
      ruleSet: { forbidden: table },
    },
    // tsconfig.json's alias, which dependency-cruiser would read from its working directory.
    { alias: { "~": `${root}/app` } },
    { tsConfig: extractTSConfig(`${root}/tsconfig.json`) },
  );
  const { summary, modules } = cruised.output as ICruiseResult;
  const forbidden = summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle?.map((step) => step.name).join(" -> ");
    return `${rule.name}: ${from} -> ${way ?? to}`;
  });
  return [...forbidden, ...findChainsToServer(modules)];
}
