import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sendTo } from "./request";

export interface ProductionServer {
  origin: string;
  port: number;
  /** All that it has printed until now, on both outputs. */
  printed(): string;
  /** Its log, one object a line. */
  lines(): Record<string, unknown>[];
  /** Asks it to stop; resolves with its exit code once it has. */
  stop(): Promise<number | null>;
}

/** Starts the built server as production does: a process of its own, behind one proxy that ends TLS. */
export async function startProduction(env: Record<string, string> = {}): Promise<ProductionServer> {
  const server = spawn(process.execPath, [fileURLToPath(new URL("../../build/server.js", import.meta.url))], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      APP_MODE: "production",
      APP_URL: "https://matchcut.test",
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "debug",
      TRUST_PROXY: "1",
      ...env,
    },
  });
  let text = "";
  server.stdout.on("data", (chunk) => {
    text += chunk;
  });
  server.stderr.on("data", (chunk) => {
    text += chunk;
  });
  const ended = once(server, "exit").then(([code]) => code as number | null);
  const lines = () =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const listening = () => (/"port":(\d+)/.exec(text) ?? [])[1];
  while (!listening()) {
    await Promise.race([once(server.stdout, "data"), ended]);
    if (server.exitCode !== null) throw new Error(`The server ended:\n${text}`);
  }
  const port = Number(listening());
  const origin = `http://127.0.0.1:${port}`;
  sendTo(origin, { https: true });
  return {
    origin,
    port,
    printed: () => text,
    lines,
    stop: () => {
      if (server.exitCode === null) server.kill("SIGTERM");
      return ended;
    },
  };
}
