import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { makeMember } from "../../../tests/support/people";
import { chooseTimeZone } from "./settings.server";
import { findTimeZones, knownTimeZone } from "./time-zones.server";

test.each([
  ["Europe/Kyiv", "Europe/Kiev"],
  ["Asia/Kolkata", "Asia/Calcutta"],
  ["Asia/Ho_Chi_Minh", "Asia/Saigon"],
  ["Asia/Kathmandu", "Asia/Katmandu"],
  ["Asia/Yangon", "Asia/Rangoon"],
  ["America/Nuuk", "America/Godthab"],
  ["America/Argentina/Buenos_Aires", "America/Buenos_Aires"],
  ["Atlantic/Faroe", "Atlantic/Faeroe"],
  ["America/New_York", "US/Eastern"],
  ["Pacific/Kanton", "Pacific/Enderbury"],
  ["America/Indiana/Indianapolis", "America/Fort_Wayne"],
  ["Pacific/Chuuk", "Pacific/Yap"],
  ["Europe/Kyiv", "Europe/Uzhgorod"],
  ["Africa/Asmara", "Africa/Asmera"],
  ["Asia/Shanghai", "PRC"],
  ["UTC", "Etc/Greenwich"],
])(
  "the zone %s can also be found by its former name %s, and is shown by its current one",
  async (now, former) => {
    const person = await makeMember();
    for (const name of [now, former]) {
      const found = findTimeZones(name).map(({ value }) => value);
      expect(found.filter((one) => one === name)).toEqual([name]);
      expect(knownTimeZone(name.toLowerCase())).toBe(now);
      expect(await chooseTimeZone(person, name)).toEqual({ ok: true });
      expect(await db.user.findUnique({ where: { id: person.userId }, select: { timeZone: true } })).toEqual({
        timeZone: now,
      });
    }
  },
);

test.each([
  ["kiev", ["Europe/Kiev (now Europe/Kyiv)"]],
  ["port au prince", ["America/Port-au-Prince"]],
  ["SAO PAULO", ["São Paulo, Buenos Aires", "Brazil/East (now America/Sao Paulo)"]],
  ["Mumbai", ["Mumbai, Delhi"]],
  ["asia/tokyo", ["Tokyo, Seoul", "Japan (now Asia/Tokyo)"]],
  ["Mars", []],
])("searching for %j finds %j", (words, labels) => {
  expect(findTimeZones(words).map(({ label }) => label)).toEqual(labels);
});

test("PostgreSQL recognizes every zone that can be chosen", async () => {
  const zones = findTimeZones("").map(({ value }) => value);
  expect(zones.length).toBeGreaterThan(500);
  const unknown = await db.$queryRaw`
    SELECT zone FROM unnest(${zones}::text[]) zone
     WHERE NOT EXISTS (SELECT FROM pg_timezone_names WHERE name = zone)`;
  expect(unknown).toEqual([]);
});

test.each([undefined, "", "Mars/Olympus", "Europe/Kiev; DROP", "+05:30", "-02"])(
  "%j isn't a time zone",
  (name) => {
    expect(knownTimeZone(name)).toBeNull();
  },
);
