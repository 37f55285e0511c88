import { afterAll, inject } from "vitest";
import { lendDatabase } from "./database.ts";

const giveBack = await lendDatabase(
  inject("databaseAdminUrl"),
  inject("databaseTemplate"),
  inject("filesFolder"),
);

// The hooks that a test file adds run before this one, so that it may still use its database in them.
afterAll(giveBack);
