import { describe, expect, test } from "vitest";
import { dayAndTime, daySaid, fullDay, lately, timeOfDay } from "./dates";

const at = (zone: string, now = "2026-11-21T15:00:00Z") => ({ zone, now: Date.parse(now) });

describe("times as people say them", () => {
  test.each([
    ["2026-11-21T15:42:00Z", "America/New_York", "10:42 AM"],
    ["2026-11-21T05:00:00Z", "America/New_York", "12:00 AM"],
    ["2026-11-21T17:05:00Z", "America/New_York", "12:05 PM"],
    ["2026-11-21T23:59:59.999Z", "UTC", "11:59 PM"],
    ["2026-11-21T15:42:00Z", "Asia/Kathmandu", "9:27 PM"],
    // Daylight saving: an hour more in summer, and two moments of one name in the night that it ends.
    ["2026-07-01T15:42:00Z", "America/New_York", "11:42 AM"],
    ["2026-11-01T05:30:00Z", "America/New_York", "1:30 AM"],
    ["2026-11-01T06:30:00Z", "America/New_York", "1:30 AM"],
  ])("%s in %s is %s", (iso, zone, words) => expect(timeOfDay(iso, at(zone))).toBe(words));

  test.each([
    ["2026-11-21T14:00:00Z", "America/New_York", "Today"],
    // A day ends where the person is, not in UTC.
    ["2026-11-21T04:59:00Z", "America/New_York", "Yesterday"],
    ["2026-11-20T16:00:00Z", "Asia/Tokyo", "Yesterday"],
    ["2026-11-20T14:59:00Z", "Asia/Tokyo", "Nov 20"],
    ["2026-11-20T04:59:00Z", "America/New_York", "Nov 19"],
    ["2026-01-01T00:00:00Z", "UTC", "Jan 1"],
    ["2026-01-01T00:00:00Z", "America/New_York", "Dec 31, 2025"],
    // Made after the page.
    ["2026-11-23T12:00:00Z", "UTC", "Nov 23"],
  ])("%s in %s is %s", (iso, zone, words) => expect(daySaid(iso, at(zone))).toBe(words));

  test("yesterday is a day ago also where a day has 23 hours, and at a year's end", () => {
    expect(daySaid("2026-03-08T05:30:00Z", at("America/New_York", "2026-03-09T04:10:00Z"))).toBe("Yesterday");
    expect(daySaid("2025-12-31T12:00:00Z", at("UTC", "2026-01-01T12:00:00Z"))).toBe("Yesterday");
  });

  test("lists say the time of today and the day of all else", () => {
    expect(lately("2026-11-21T13:05:00Z", at("UTC"))).toBe("1:05 PM");
    expect(lately("2026-11-20T13:05:00Z", at("UTC"))).toBe("Yesterday");
  });

  test("whole days and times, with plain blanks", () => {
    expect(fullDay("2026-11-21T15:42:00Z", at("UTC"))).toBe("Nov 21, 2026");
    expect(dayAndTime("2026-11-21T15:42:00Z", at("Europe/Berlin"))).toBe("Nov 21, 2026, 4:42 PM");
  });

  test("a zone that is not known here is UTC", () => {
    expect(timeOfDay("2026-11-21T15:42:00Z", at("Mars/Olympus"))).toBe("3:42 PM");
  });
});
