import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sendTo } from "./request";

export interface ProductionServer {
  origin: string;
  port: number;
  printed(): string;
  lines(): Record<string, unknown>[];
  /** Sends SIGTERM, and resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the product in a separate process, configured for one proxy that terminates TLS. */
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
    if (server.exitCode !== null) throw new Error(`The server exited:\n${text}`);
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
