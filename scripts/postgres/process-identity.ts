import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Identifies a process even if its ID is used again. Undefined if it has ended. */
export function identify(pid: number): string | undefined {
  try {
    if (process.platform !== "linux") {
      return (
        execFileSync("ps", ["-o", "lstart=,command=", "-p", String(pid)], { encoding: "utf8" }).trim() ||
        undefined
      );
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z") return undefined;
    return `${fields[18]} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`;
  } catch {
    return undefined;
  }
}
