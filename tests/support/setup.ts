import { afterAll, inject } from "vitest";
import { lendDatabase } from "./database.ts";

const cleanUp = await lendDatabase(
  inject("databaseAdminUrl"),
  inject("databaseTemplate"),
  inject("filesFolder"),
);

// A test file's own hooks run before this one, so they may still use the database.
afterAll(cleanUp);
