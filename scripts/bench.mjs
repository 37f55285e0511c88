import { prepare } from "./prepare.mjs";

await prepare();
await import("./bench.ts");
