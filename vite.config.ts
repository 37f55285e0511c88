import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { leanRemix } from "./app/server/remix/lean-remix.ts";
import { sharedRequest } from "./app/server/remix/shared-request.ts";
import remixOptions from "./remix.config.js";
import { content } from "./scripts/content.ts";
import { downloads } from "./scripts/documents/downloads.ts";
import { usedStyles } from "./scripts/used-styles.ts";

/**
 * These packages are all bundled with the server, because there must be only one copy of React. Calls between them then
 * skip getters. Without this, /discover took 8% more time in one run and 23% more in another.
 */
const framework =
  /^(react|react-dom|react-router|react-router-dom|turbo-stream|@remix-run\/(node|react|router|server-runtime))(\/|$)/;

/**
 * Modules that are loaded late have no styles and few imports, and Vite's preload helper is larger than most of them.
 */
const plainLateImports: Plugin = {
  name: "plain-late-imports",
  enforce: "pre",
  load: (id) =>
    id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : null,
};

const fileOf = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    plainLateImports,
    content(),
    downloads(),
    tailwindcss(),
    usedStyles(),
    remix(remixOptions),
    isSsrBuild ? sharedRequest : leanRemix,
  ],
  resolve: {
    alias: {
      "~": fileOf("./app"),
      ...(isSsrBuild && { "react/jsx-runtime": fileOf("./app/server/remix/jsx-runtime.ts") }),
    },
  },
  // In development, Vite also scans what only the server uses, and can't bundle this for browsers.
  optimizeDeps: { exclude: ["@node-rs/argon2"] },
  ...(isSsrBuild && {
    ssr: { noExternal: framework },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
  }),
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    // For the bench's CPU profile, which maps the single server bundle back to its sources.
    sourcemap: isSsrBuild,
    ...(isSsrBuild
      ? // Stylesheets have the same names in both builds, because the service worker keeps the browser build's.
        { rollupOptions: { output: { hashCharacters: "base36" as const } } }
      : {
          // 5% smaller than esbuild's output, which the byte budget of a first view requires. No getter of ours or of the
          // framework has side effects, and telling terser that makes pages another 0.5% smaller.
          minify: "terser" as const,
          terserOptions: { module: true, ecma: 2020 as const, compress: { passes: 3, pure_getters: true } },
          rollupOptions: {
            // Repeats `sideEffects` from package.json, which Vite doesn't read for imports that begin with "~".
            treeshake: { moduleSideEffects: (id) => !/\/app\/(?!entry\.client).*\.tsx?$/.test(id) },
            output: {
              manualChunks: chunkOf,
              hashCharacters: "base36" as const,
              // The manifest and the imports contain these names on each page, so they're short (36 bits) and compress
              // well.
              entryFileNames: "assets/[hash:7].js",
              chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? "[name]-" : ""}[hash:7].js`,
            },
            // Routes without a page have no code for the browser.
            onwarn: (warning, warn) => {
              if (warning.code !== "EMPTY_BUNDLE") warn(warning);
            },
          },
        }),
  },
}));

/**
 * The framework changes rarely, so it has its own file. Every page with script loads the kit, the shell and the root,
 * which compress better as one file than as twenty. Another file has what many members' pages need, but neither
 * sign-in nor the builder's first page does, and a third has live hints, which sign-in doesn't need. Every other
 * module is bundled with the modules that import it: modules of the kit that at most three places import (not
 * counting /dev/kit), the frame of settings, and what only admins or a project's owner see.
 */
function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  if (
    /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|@remix-run)\//.test(
      id,
    )
  ) {
    return "framework";
  }
  if (id.endsWith(".css")) return;
  // The entry uses Vite's helper, too, and mustn't wait for another file.
  if (/\/app\/entry\.client\.tsx$|preload-helper/.test(id)) return "start";
  if (/\/live\/(listening|event-stream)\./.test(id)) return "live";
  if (isMembers.test(id)) return "members";
  const importers = getModuleInfo(id)?.importers.filter((one) => !one.includes("/dev/kit")) ?? [];
  const isKit = /\/app\/(ui\/(?!admin-|case-|keys)|shell\/(?!settings-))|\/app\/paths\.ts/.test(id);
  const isFrame = /\/shell\/(page-frame|main-nav|logo|waiting-mark)\.|\/ui\/plain-click\.|\/app\/root\.tsx$/;
  if (isFrame.test(id) || (isKit && importers.length > 3)) return "kit";
}

/** People, their work and what they charge, dates and dialogs. */
const isMembers = new RegExp(
  `${[
    "/ui/(dialog|more-menu|external-link|heading-face|dates|time|chip-list|money|back-link)",
    "/shell/(limit-dialog|zone-note)",
    "/catalog/amount",
    "/plans/plan",
    "/media/(media|components/(picture|sound|frame))",
    "/portfolio/(sample|components/sample-frame)",
    "/profiles/profile",
    "/discovery/score",
  ].join("\\.tsx?$|")}\\.tsx?$`,
);
