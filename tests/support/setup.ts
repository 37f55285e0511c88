import { afterAll, inject, vi } from "vitest";
import { noteStatements, provideDatabase } from "./database.ts";

// A worker runs its files one after another in one process, so that libraries are loaded only once. The app's modules
// are loaded again for each file, which starts with the environment that the first file had.
const worker = globalThis as { matchcutEnvironment?: NodeJS.ProcessEnv };
worker.matchcutEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in worker.matchcutEnvironment)) delete process.env[name];
Object.assign(process.env, worker.matchcutEnvironment);
vi.resetModules();

const cleanUp = await provideDatabase(
  inject("databaseAdminUrl"),
  inject("databaseTemplate"),
  inject("filesFolder"),
);

// Runs after the test file's own hooks, which may still use the database.
afterAll(async () => {
  const { namesInUse } = await import("~/platform/statement-names.server");
  await noteStatements(inject("filesFolder"), namesInUse());
  await cleanUp();
});
