import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ClockContext } from "./clock";
import { formatDate, formatDateTime, formatDay, formatPlainDate, formatRecent, formatTime } from "./dates";
import { Time } from "./time";

const at = (zone: string, now = "2026-11-21T15:00:00Z") => ({ zone, now: Date.parse(now) });

describe("dates and times in words", () => {
  test.each([
    ["2026-11-21T15:42:00Z", "America/New_York", "10:42 AM"],
    ["2026-11-21T05:00:00Z", "America/New_York", "12:00 AM"],
    ["2026-11-21T17:05:00Z", "America/New_York", "12:05 PM"],
    ["2026-11-21T23:59:59.999Z", "UTC", "11:59 PM"],
    ["2026-11-21T15:42:00Z", "Asia/Kathmandu", "9:27 PM"],
    // In July, New York is on daylight saving time. It ends on November 1, 2026, so 1:30 AM happens twice.
    ["2026-07-01T15:42:00Z", "America/New_York", "11:42 AM"],
    ["2026-11-01T05:30:00Z", "America/New_York", "1:30 AM"],
    ["2026-11-01T06:30:00Z", "America/New_York", "1:30 AM"],
  ])("%s in %s is %s", (iso, zone, words) => expect(formatTime(iso, at(zone))).toBe(words));

  test.each([
    ["2026-11-21T14:00:00Z", "America/New_York", "Today"],
    // Which day it is depends on the viewer's zone.
    ["2026-11-21T04:59:00Z", "America/New_York", "Yesterday"],
    ["2026-11-20T16:00:00Z", "Asia/Tokyo", "Yesterday"],
    ["2026-11-20T14:59:00Z", "Asia/Tokyo", "Nov 20"],
    ["2026-11-20T04:59:00Z", "America/New_York", "Nov 19"],
    ["2026-01-01T00:00:00Z", "UTC", "Jan 1"],
    ["2026-01-01T00:00:00Z", "America/New_York", "Dec 31, 2025"],
    // A time after the page was rendered, which can happen if clocks differ.
    ["2026-11-23T12:00:00Z", "UTC", "Nov 23"],
  ])("%s in %s is %s", (iso, zone, words) => expect(formatDay(iso, at(zone))).toBe(words));

  test("formats every minute of a day correctly, in two zones", () => {
    const start = Date.parse("2026-11-21T00:00:00Z");
    for (let minute = 0; minute < 1_440; minute += 1) {
      const iso = new Date(start + minute * 60_000).toISOString();
      expect(formatTime(iso, at("UTC"))).toBe(
        `${Math.floor(minute / 60) % 12 || 12}:${iso.slice(14, 16)} ${minute < 720 ? "AM" : "PM"}`,
      );
      expect(formatDate(iso, at("Asia/Tokyo"))).toBe(minute < 900 ? "Nov 21, 2026" : "Nov 22, 2026");
    }
  });

  test("finds yesterday after a day of 23 hours, and on January 1", () => {
    expect(formatDay("2026-03-08T05:30:00Z", at("America/New_York", "2026-03-09T04:10:00Z"))).toBe(
      "Yesterday",
    );
    expect(formatDay("2025-12-31T12:00:00Z", at("UTC", "2026-01-01T12:00:00Z"))).toBe("Yesterday");
  });

  test("lists show the time of what happened today, and otherwise the date", () => {
    expect(formatRecent("2026-11-21T13:05:00Z", at("UTC"))).toBe("1:05 PM");
    expect(formatRecent("2026-11-20T13:05:00Z", at("UTC"))).toBe("Yesterday");
  });

  test("full dates and times use plain spaces", () => {
    expect(formatDate("2026-11-21T15:42:00Z", at("UTC"))).toBe("Nov 21, 2026");
    expect(formatDateTime("2026-11-21T15:42:00Z", at("Europe/Berlin"))).toBe("Nov 21, 2026, 4:42 PM");
  });

  test("an unknown time zone falls back to UTC", () => {
    expect(formatTime("2026-11-21T15:42:00Z", at("Mars/Olympus"))).toBe("3:42 PM");
  });

  test.each([
    ["2026-02-28", "Feb 28, 2026"],
    ["2026-02-30", "Invalid date"],
    ["infinity", "Invalid date"],
    ["0044-03-15 BC", "Invalid date"],
    ["", "Invalid date"],
  ])("the date %s is %s", (date, words) => expect(formatPlainDate(date)).toBe(words));
});

test.each([
  ["recent", "2026-11-21T05:42:00Z", "12:42 AM"],
  ["recent", "2026-11-21T04:42:00Z", "Yesterday"],
  ["inText", "2026-11-21T05:42:00Z", "today"],
  ["inText", "2026-11-21T04:42:00Z", "yesterday"],
  ["inText", "2026-11-19T15:42:00Z", "Nov 19"],
  ["dateTime", "2026-11-19T15:42:00Z", "Nov 19, 2026, 10:42 AM"],
] as const)("as %s, %s is '%s', with the exact time in its title and its `datetime`", (as, iso, words) => {
  const shown = createElement(Time, { at: iso, as });
  const html = renderToStaticMarkup(
    createElement(ClockContext.Provider, { value: at("America/New_York") }, shown),
  );
  const exact = `${formatDateTime(iso, at("America/New_York"))} New York time`;
  expect(html).toBe(`<time dateTime="${iso}" title="${exact}">${words}</time>`);
});
