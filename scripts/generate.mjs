import { generate, prepare } from "./prepare.mjs";

await prepare();
generate(true);
