import { Agent, get } from "node:http";

// Reads one page over a few kept-alive connections until its standard input ends. Prints a line when it begins, then the
// start of each request, in ms since the epoch, and its length, in ms, as JSON.

const [address = "", connections = "", given = "{}"] = process.argv.slice(2);
const headers = JSON.parse(given) as Record<string, string>;
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const took: [start: number, took: number][] = [];
let isOver = false;
process.stdin.resume().once("end", () => {
  isOver = true;
});

function read(): Promise<void> {
  const started = performance.now();
  const at = Date.now();
  return new Promise((done, failed) => {
    get(address, { agent, headers }, (response) => {
      if (response.statusCode !== 200) return failed(new Error(`${address} answered ${response.statusCode}`));
      response.resume().once("end", () => {
        took.push([at, performance.now() - started]);
        done();
      });
    }).once("error", failed);
  });
}

const reading = async () => {
  while (!isOver) await read();
};
console.log("reading");
await Promise.all(Array.from({ length: Number(connections) }, reading));
agent.destroy();
console.log(JSON.stringify(took));
