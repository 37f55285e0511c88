import { afterAll, inject } from "vitest";
import { provideDatabase } from "./database.ts";

const cleanUp = await provideDatabase(
  inject("databaseAdminUrl"),
  inject("databaseTemplate"),
  inject("filesFolder"),
);

// After a test file's own hooks, which may still use the database.
afterAll(cleanUp);
