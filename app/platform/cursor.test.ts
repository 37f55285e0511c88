import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { cursorOf, readCursor } from "./cursor";
import { pool } from "./db.server";

const start = ["infinity", "00000000-0000-0000-0000-000000000000"];

test("the next page continues after a page's last row", () => {
  const [at, id] = [new Date("2026-05-04T10:11:12.345Z"), randomUUID()];
  expect(readCursor(cursorOf(at, id))).toEqual([at.toISOString(), id]);
});

test.each([
  null,
  "",
  "x",
  "2026-05-04T10:11:12.345Z",
  `2026-05-04T10:11:12.345Z_${"-".repeat(36)}`,
  `2026-05-04T10:11:12.345Z_${randomUUID()}'`,
  `0000-01-01T00:00:00Z_${randomUUID()}`,
  `2026-13-01T00:00:00Z_${randomUUID()}`,
])("starts at the beginning if the cursor is malformed: %s", (text) => {
  expect(readCursor(text)).toEqual(start);
});

test("PostgreSQL accepts every cursor", async () => {
  for (const time of [
    "2026-02-30T00:00:00Z",
    "2026-05-04T24:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "nothing",
  ]) {
    const read = await pool.query("SELECT $1::timestamptz, $2::uuid", [
      ...readCursor(`${time}_${randomUUID()}`),
    ]);
    expect(read.rowCount).toBe(1);
  }
});
