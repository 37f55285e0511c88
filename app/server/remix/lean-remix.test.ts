import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { leanRemix } from "./lean-remix";

const folder = `${dirname(createRequire(import.meta.url).resolve("@remix-run/react"))}/esm`;
const transform = leanRemix.transform as (code: string, id: string) => { code: string } | null;
const leanOf = (file: string) => {
  const path = `${folder}/${file}`;
  return transform(readFileSync(path, "utf8"), path)?.code ?? "";
};

test("replaces the flags in Remix's browser code with constants, and drops names for debugging", () => {
  expect(leanOf("fog-of-war.js")).toContain("return false === true && !isSpaMode;");
  expect(leanOf("browser.js")).toContain("if (true) {");
  for (const file of ["browser.js", "components.js", "fog-of-war.js", "links.js", "routes.js"])
    expect(leanOf(file)).not.toMatch(/future\.v3_|displayName = /);
});

test("leaves out requests for one route's data, and the page that Remix shows while the root's data loads", () => {
  expect(leanOf("routes.js")).toContain("if (true) {\n        let result = await singleFetch();");
  expect(leanOf("routes.js")).toContain("? routeModule.HydrateFallback : undefined;");
  expect(leanOf("errorBoundaries.js")).toContain("}, children, null)");
});

test("requests the intended page from the server if its script can't be loaded", () => {
  expect(leanOf("routeModules.js")).toMatch(/state === "loading"\) window\.location\.assign\(/);
});

test("doesn't change other code", () => {
  expect(transform("window.future.v3_singleFetch", "/app/entry.client.tsx")).toBeNull();
});
