import { Agent, get } from "node:http";
import { connections } from "./load.ts";

/** Stands in for wrk: requests over kept-alive connections for some seconds; prints the number of responses. */
const [address = "", seconds = "3", ...given] = process.argv.slice(2);
const headers = Object.fromEntries(given.map((header) => header.split(/: (.*)/).slice(0, 2)));
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const started = performance.now();
const until = started + Number(seconds) * 1000;
let answered = 0;

function ask(): Promise<void> {
  return new Promise((done, failed) => {
    get(address, { agent, headers }, (response) => {
      if (response.statusCode !== 200) return failed(new Error(`${address} answered ${response.statusCode}`));
      response.resume().once("end", done);
    }).once("error", failed);
  });
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      await ask();
      answered += 1;
    }
  }),
);
agent.destroy();
console.log(JSON.stringify({ perSecond: answered / ((performance.now() - started) / 1000), answered }));
