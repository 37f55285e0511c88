import { type ChildProcess, fork } from "node:child_process";

/** Starts a file in a process of its own with the product's code at hand, which reads its environment when it loads. */
export function forkInProduct(file: string, databaseUrl: string, args: string[] = []): ChildProcess {
  return fork(file, args, {
    execArgv: ["--import", "tsx"],
    env: {
      ...process.env,
      APP_MODE: "demo",
      NODE_ENV: "production",
      APP_URL: "http://localhost",
      LOG_LEVEL: "silent",
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: "4",
      SESSION_SECRET: "0123456789abcdef".repeat(4),
    },
  });
}

/** What such a process sends: the next message, or an error when it ends without one. */
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
