import { createServer } from "node:http";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import v8 from "node:v8";

// Inside the product's process. GET /begin collects garbage, starts counting and answers with the memory in use; GET /end
// answers with what was counted since: ms of the event loop, and MB.

const port = Number(new URL(import.meta.url).searchParams.get("port"));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

function now() {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const nursery = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return {
    rss,
    /** Without V8's space for new objects, whose size is a setting and which holds nothing for long. */
    lasting: rss - nursery.physical_space_size,
    /** Without heap fragmentation. */
    used: rss - heapTotal + heapUsed,
    allocated: heapUsed + external,
  };
}

let began = { ...now(), loop: performance.eventLoopUtilization() };
let most = began;
setInterval(() => {
  const { rss, lasting } = now();
  most = { ...most, rss: Math.max(most.rss, rss), lasting: Math.max(most.lasting, lasting) };
}, 10).unref();

function counted() {
  const { allocated } = now();
  return {
    longest: delay.max / 1e6,
    busy: performance.eventLoopUtilization(began.loop).active,
    taken: (allocated - began.allocated) / 1e6,
    grown: (most.rss - began.rss) / 1e6,
    grownLasting: (most.lasting - began.lasting) / 1e6,
  };
}

createServer((request, response) => {
  if (request.url === "/end") return response.end(JSON.stringify(counted()));
  globalThis.gc?.();
  const { lasting, used } = now();
  // In a later turn of the loop: the collection itself must not count.
  setTimeout(() => {
    delay.reset();
    began = { ...now(), loop: performance.eventLoopUtilization() };
    most = began;
    response.end(JSON.stringify({ lasting: lasting / 1e6, used: used / 1e6 }));
  }, 20);
})
  .listen(port, "127.0.0.1")
  .unref();
