import { createServer } from "node:http";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import v8 from "node:v8";

// Runs inside the product's process. GET /begin collects garbage, starts counting and responds with the memory in use.
// GET /end responds with what was counted since then: ms of the event loop, and MB.

const port = Number(new URL(import.meta.url).searchParams.get("port"));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

/**
 * In MB. `lasting` leaves out V8's space for new objects, because its size is a setting and nothing stays there for
 * long.
 */
function now() {
  const { rss, heapUsed, external } = process.memoryUsage();
  const nursery = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return {
    rss: rss / 1e6,
    lasting: (rss - nursery.physical_space_size) / 1e6,
    allocated: (heapUsed + external) / 1e6,
  };
}

const begin = () => ({ ...now(), loop: performance.eventLoopUtilization() });
let began = begin();
let most = now();
setInterval(() => {
  const { rss, lasting, allocated } = now();
  most = { rss: Math.max(most.rss, rss), lasting: Math.max(most.lasting, lasting), allocated };
}, 10).unref();

const counted = () => ({
  longest: delay.max / 1e6,
  busy: performance.eventLoopUtilization(began.loop).active,
  taken: now().allocated - began.allocated,
  grown: most.rss - began.rss,
  grownLasting: most.lasting - began.lasting,
});

createServer((request, response) => {
  if (request.url === "/end") return response.end(JSON.stringify(counted()));
  globalThis.gc?.();
  const { lasting } = now();
  // Starts counting in a later turn of the event loop, because the collection would count as a long turn.
  setTimeout(() => {
    delay.reset();
    began = begin();
    most = now();
    response.end(JSON.stringify(lasting));
  }, 20);
})
  .listen(port, "127.0.0.1")
  .unref();
