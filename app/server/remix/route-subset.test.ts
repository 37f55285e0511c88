import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { expect, it } from "vitest";
import { createRouteSubsetHandler } from "./route-subset.server";

type Routes = ServerBuild["routes"];

const routes = Object.fromEntries(
  [
    ["root", undefined, ""],
    ["app", "root", undefined],
    ["site", "root", undefined],
    ["home", "site", undefined, true],
    ["list", "app", "things", true],
    ["thing", "app", "things/:id"],
    ["parts", "thing", "parts"],
    ["others", "app", "others"],
    ["any", "root", ":name/about"],
    ["rest", "root", "*"],
  ].map(([id, parentId, path, index]) => {
    const loader = ({ params }: { params: object }) => new Response(JSON.stringify({ id, params }));
    return [id, { id, parentId, path, index, module: { loader } }];
  }),
) as unknown as Routes;

const build = {
  routes,
  assets: { routes: {}, entry: {}, version: "1", url: "" },
  entry: { module: { default: () => new Response("page"), streamTimeout: 1 } },
  future: { v3_singleFetch: true },
  publicPath: "/",
  assetsBuildDirectory: "",
  isSpaMode: false,
  mode: "production",
} as unknown as ServerBuild;

const requestPaths = [
  "/",
  "/things",
  "/things/1",
  "/things/1/parts",
  "/others",
  "/others/about",
  "/zoo/about",
  "/nowhere",
];
const spellings = [
  "/Things/1",
  "//things",
  "/%74hings/1",
  "/things/",
  "/things.data",
  "/__manifest",
  "/constructor",
];

it.each([...requestPaths, ...spellings])("responds to %s like the handler of all routes", async (path) => {
  const answerOf = async (handle: ReturnType<typeof createRequestHandler>) => {
    const answer = await handle(new Request(`http://localhost${path}`), {} as never);
    return [answer.status, await answer.text()];
  };
  const actual = await answerOf(createRouteSubsetHandler(build, "production"));
  expect(actual).toEqual(await answerOf(createRequestHandler(build, "production")));
  if (path === "/things/1") expect(actual).toEqual([200, '{"id":"thing","params":{"id":"1"}}']);
});
