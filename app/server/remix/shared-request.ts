import type { Plugin } from "vite";

const strips = /function (stripIndexParam|stripRoutesParam)\(request\) \{/g;

/**
 * Gives all loaders of a page one Request. Remix gives each of them two copies, without the parameters
 * `index` and `_routes`, which few requests have (checked with 2.17.5).
 */
export const sharedRequest: Plugin = {
  name: "shared-request",
  transform(code, id) {
    if (!id.endsWith("/@remix-run/server-runtime/dist/esm/data.js")) return null;
    if (code.match(strips)?.length !== 2) throw new Error("Remix now copies requests in a different way.");
    const isBare = `request.method === "GET" && !/[?&](index|_routes)\\b/.test(request.url)`;
    return { code: code.replace(strips, `$&\n  if (${isBare}) return request;`), map: null };
  },
};
