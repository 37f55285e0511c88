import { checkPort } from "./free-port.mjs";
import { prepare } from "./prepare.mjs";

await checkPort();
await prepare();
await import("./dev.ts");
