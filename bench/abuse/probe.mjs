import { createServer } from "node:http";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";

/**
 * Inside the product's process. GET /begin collects garbage and starts counting; GET /end answers with the event
 * loop's longest and total busy time since, and the memory allocated.
 */
const port = Number(new URL(import.meta.url).searchParams.get("port"));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const inUse = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
let began = { loop: performance.eventLoopUtilization(), inUse: 0, rss: 0 };
let maxRss = 0;
setInterval(() => {
  maxRss = Math.max(maxRss, process.memoryUsage.rss());
}, 10).unref();

const counted = () => ({
  longest: delay.max / 1e6,
  busy: performance.eventLoopUtilization(began.loop).active,
  taken: (inUse() - began.inUse) / 1e6,
  grown: (maxRss - began.rss) / 1e6,
});

createServer((request, response) => {
  if (request.url === "/end") return response.end(JSON.stringify(counted()));
  globalThis.gc?.();
  // In a later turn of the loop: the collection itself must not count.
  setTimeout(() => {
    delay.reset();
    maxRss = process.memoryUsage.rss();
    began = { loop: performance.eventLoopUtilization(), inUse: inUse(), rss: maxRss };
    response.end();
  }, 20);
})
  .listen(port, "127.0.0.1")
  .unref();
