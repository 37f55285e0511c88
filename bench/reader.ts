import { Agent } from "node:http";
import { send } from "./http.ts";

// Reads one page over a few kept-alive connections until its standard input ends. Prints a line when it begins, then
// the start of each request (ms since 1970) and its duration (ms) as JSON.

const [address = "", connections = "", given = "{}"] = process.argv.slice(2);
const { origin, pathname } = new URL(address);
const agent = new Agent({ keepAlive: true });
const read: [at: number, took: number][] = [];
let isOver = false;
process.stdin.resume().once("end", () => {
  isOver = true;
});

async function reading(): Promise<void> {
  while (!isOver) {
    const at = Date.now();
    const { status, took } = await send(origin, pathname, { agent, headers: JSON.parse(given) });
    if (status !== 200) throw new Error(`${address} answered ${status}`);
    read.push([at, took]);
  }
}
console.log("reading");
await Promise.all(Array.from({ length: Number(connections) }, reading));
agent.destroy();
console.log(JSON.stringify(read));
