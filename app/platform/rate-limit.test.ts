import { expect, test } from "vitest";
import { countUse, networkOf, refundUse, resetLimit, takeFromLimit, usesAllowed } from "./rate-limit.server";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::6", "2001:db8:1:2::/64"],
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
  ["x::ffff:203.0.113.7", "x::ffff:203.0.113.7"],
])("%s counts as %s", (address, network) => expect(networkOf(address)).toBe(network));

test("a subject that's too long for the table counts as itself, and not as another one", async () => {
  const [one, other] = [`${"a".repeat(300)}1`, `${"a".repeat(300)}2`];
  const most = usesAllowed("contact");
  for (let use = 0; use < most; use += 1) expect((await countUse("contact", one)).excess).toBe(0);
  expect(await countUse("contact", one)).toEqual({ excess: 1, waitSeconds: expect.any(Number) });
  expect(await takeFromLimit("contact", one)).toBeGreaterThan(0);
  expect(await takeFromLimit("contact", other)).toBe(0);
  await resetLimit("contact", one);
  expect(await takeFromLimit("contact", one)).toBe(0);
});

test("a use that's given back can be made again, but never more than were made", async () => {
  const most = usesAllowed("contact");
  await refundUse("contact", "kim");
  for (let use = 0; use < most; use += 1) await takeFromLimit("contact", "kim");
  await refundUse("contact", "kim");
  expect(await takeFromLimit("contact", "kim")).toBe(0);
  expect(await takeFromLimit("contact", "kim")).toBeGreaterThan(0);
  await resetLimit("contact", "kim");
  await takeFromLimit("contact", "kim");
  for (let times = 0; times < 2; times += 1) await refundUse("contact", "kim");
  for (let use = 0; use < most; use += 1) expect(await takeFromLimit("contact", "kim")).toBe(0);
  expect(await takeFromLimit("contact", "kim")).toBeGreaterThan(0);
});
