import { prepare } from "./prepare.mjs";

await prepare();
const { build } = await import("./build.ts");
await build();
