import { writeFileSync } from "node:fs";
import v8 from "node:v8";

/** Runs inside the product. At SIGUSR2 it writes the most memory since the last time, then collects garbage. */
let most = null;

function now() {
  const resident = process.memoryUsage.rss();
  const nursery = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return { resident, plain: resident - nursery.physical_space_size };
}

setInterval(() => {
  const seen = now();
  most = {
    resident: Math.max(most?.resident ?? 0, seen.resident),
    plain: Math.max(most?.plain ?? 0, seen.plain),
  };
}, 20).unref();

process.on("SIGUSR2", () => {
  writeFileSync(process.env.MEMORY_FILE, JSON.stringify(most ?? now()));
  globalThis.gc();
  most = null;
});
