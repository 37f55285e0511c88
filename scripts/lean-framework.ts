import type { Plugin } from "vite";

/** Of the syntax tree that Rollup parses. */
interface Node {
  type: string;
  start: number;
  end: number;
}
interface Cut {
  rule: string;
  from: number;
  to: number;
  by: string;
}

const routers = /\/node_modules\/(@remix-run\/(react|router)|react-router|react-router-dom)\/.*\.m?js$/;

/** Constant in the browser, by remix.config.js and the hydration data. */
const constants: [expression: RegExp, value: string][] = [
  [/(^|\.)future\.v3_singleFetch$/, "true"],
  [/(^|\.)future\.v3_lazyRouteDiscovery$/, "false"],
  [/__remixContext\.isSpaMode$/, "false"],
  // With single fetch, every loader and action is passed the function that fetches its data.
  [/^typeof singleFetch === "function"$/, "true"],
];

/**
 * Conditions of statements and expressions: no lazy route discovery, no link asks for a view transition, no
 * `clientLoader` runs before the first view, and boundaries outside of the root have no script.
 */
const conditions: [condition: RegExp, value: string][] = [
  [/^routeModule\.HydrateFallback && \(/, "true"],
  // The root has one; others may be undefined.
  [/^routeModule\.ErrorBoundary$/, "true"],
  [/^renderScripts$/, "false"],
  [/^(isFogOfWar|fogOfWar\.active( && fogOfWar\.matches)?|patchRoutesOnNavigationImpl)$/, "false"],
  [/^!viewTransitionOpts \|\| isViewTransitionUnavailable$/, "true"],
  [
    /^(vtContext\.isTransitioning && !vtContext\.flushSync|!vtContext\.isTransitioning && interruption)$/,
    "false",
  ],
  [/^renderDfd && pendingState && (router\.window|state\.location\.key === )/, "false"],
];

/**
 * Drops from the browser's Remix and React Router what no page here can reach: developer warnings, invariant
 * messages, advice to developers, lazy route discovery, view transitions, and display names for React's developer tools, which keep unused
 * components alive. Saves 7.7 of 71 kB (brotli). Fails the build if one of these is no longer found.
 */
export function leanFramework(): Plugin {
  const found = new Map(
    ["message", "display-name", "advice", ...[...constants, ...conditions].map(([{ source }]) => source)].map(
      (rule) => [rule, 0],
    ),
  );
  return {
    name: "lean-framework",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      if (!routers.test(id)) return null;
      const cuts: Cut[] = [];
      collectCuts(this.parse(code), code, cuts);
      for (const { rule } of cuts) found.set(rule, (found.get(rule) ?? 0) + 1);
      return { code: withCuts(code, cuts), map: null };
    },
    buildEnd(error) {
      const missed = [...found].filter(([, times]) => times === 0).map(([rule]) => rule);
      if (!error && missed.length > 0)
        this.error(`The framework has changed: nothing to leave out for ${missed}`);
    },
  };
}

function collectCuts(node: Node, code: string, cuts: Cut[]): void {
  const cut = cutOf(node, code);
  if (cut) cuts.push(cut);
  // Only the message is cut; its condition may contain more cuts.
  if (cut && cut.from === node.start) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      const isKept =
        child && typeof child.type === "string" && !(cut && child.start >= cut.from && child.start < cut.to);
      if (isKept) collectCuts(child, code, cuts);
    }
  }
}

/** All of the node, or its end. */
function cutOf(node: Node, code: string): Cut | null {
  const text = () => code.slice(node.start, node.end);
  const whole = (rule: string, by: string): Cut => ({ rule, from: node.start, to: node.end, by });
  switch (node.type) {
    case "CallExpression": {
      const { callee, arguments: given } = node as Node & { callee: { name?: string }; arguments: Node[] };
      const [condition, message] = given;
      if (/^(UNSAFE_)?warning$/.test(callee.name ?? "")) return whole("message", "void 0");
      if (!/^(UNSAFE_)?invariant$/.test(callee.name ?? "") || !condition || !message) return null;
      return { rule: "message", from: condition.end, to: node.end, by: ")" };
    }
    case "ExpressionStatement":
      return /^\w+\.displayName = "\w+";?$/.test(text()) ? whole("display-name", "") : null;
    case "VariableDeclarator":
      return /^heyDeveloper\b/.test(text()) ? whole("advice", "heyDeveloper = null") : null;
    case "ConditionalExpression":
    case "IfStatement": {
      const { test } = node as Node & { test: Node };
      const condition = conditions.find(([pattern]) => pattern.test(code.slice(test.start, test.end)));
      return condition
        ? { rule: condition[0].source, from: test.start, to: test.end, by: condition[1] }
        : null;
    }
    case "BinaryExpression":
    case "MemberExpression": {
      const constant = constants.find(([expression]) => expression.test(text()));
      return constant ? whole(constant[0].source, constant[1]) : null;
    }
    default:
      return null;
  }
}

function withCuts(code: string, cuts: Cut[]): string {
  let kept = "";
  let at = 0;
  for (const { from, to, by } of cuts.sort((a, b) => a.from - b.from)) {
    kept += code.slice(at, from) + by;
    at = to;
  }
  return kept + code.slice(at);
}
