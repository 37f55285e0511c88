import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  cursorOf,
  percentCursorOf,
  rankCursorOf,
  readCursor,
  readPercentCursor,
  readRankCursor,
} from "./cursor";
import { pool } from "./db.server";

const noId = "00000000-0000-0000-0000-000000000000";
const start = ["infinity", noId];

test("the next page continues after a page's last row", () => {
  const [at, id] = [new Date("2026-05-04T10:11:12.345Z"), randomUUID()];
  expect(readCursor(cursorOf(at, id))).toEqual([at.toISOString(), id]);
});

test("a list in another order starts at its own beginning", () => {
  expect(readCursor(null, "oldest")).toEqual(["-infinity", noId]);
  expect(readRankCursor(null, "newest")).toEqual([1_000_000_000, "infinity", noId]);
  expect(readRankCursor(null, "oldest")).toEqual([-1, "-infinity", noId]);
  expect(readPercentCursor(null)).toEqual([100, noId]);
});

test("the next page of a list by rank or percentage continues after a page's last row", () => {
  const [at, id] = [new Date("2026-05-04T10:11:12.345Z"), randomUUID()];
  for (const rank of [0, 999_999_999])
    expect(readRankCursor(rankCursorOf(rank, at, id), "oldest")).toEqual([rank, at.toISOString(), id]);
  for (const percent of [0, 99])
    expect(readPercentCursor(percentCursorOf(percent, id))).toEqual([percent, id]);
});

test.each(["1000000000", "-1", "", "x"])("a rank or percentage of '%s' starts at the beginning", (number) => {
  const [at, id] = ["2026-05-04T10:11:12.345Z", randomUUID()];
  for (const text of [`${number}_${at}_${id}`, `7_${at}_${id}x`, `7_${at}`])
    expect(readRankCursor(text, "newest")).toEqual([1_000_000_000, "infinity", noId]);
  for (const text of [`${number}_${id}`, `100_${id}`, `7_${id}x`, `x7_${id}`, `7_${"-".repeat(36)}`])
    expect(readPercentCursor(text)).toEqual([100, noId]);
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
  `x2026-05-04T10:11:12.345Z_${randomUUID()}`,
  `2026-05-04T10:11:12.345Z_${randomUUID()}x`,
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
