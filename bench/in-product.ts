import { type ChildProcess, fork } from "node:child_process";

/** With it the product's code can be loaded in a process, which reads its environment then. */
export const productEnvironment = {
  APP_MODE: "demo",
  NODE_ENV: "production" as const,
  APP_URL: "http://localhost",
  LOG_LEVEL: "silent",
  SESSION_SECRET: "0123456789abcdef".repeat(4),
};

/** With the product's code on a database: hence a process. */
export function forkInProduct(file: string, databaseUrl: string, args: string[] = []): ChildProcess {
  return fork(file, args, {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...productEnvironment, DATABASE_URL: databaseUrl, DATABASE_POOL: "4" },
  });
}

/** Rejects if the process exits without a message. */
export function messageOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((done, failed) => {
    const onExit = (code: number | null) =>
      failed(new Error(`${child.spawnargs.join(" ")} ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      done(message as Message);
    });
  });
}
