import { expect, test } from "vitest";
import { listCatalog } from "~/features/catalog/reading.server";
import { slugOf } from "~/features/directory/directory";
import { findSharedPicture } from "./shared-pictures.server";

test("if many networks request pictures at the same time, some are drawn, once each, and the rest can be requested later", async () => {
  const { services } = await listCatalog();
  const names = services.map(({ name }) => slugOf(name));
  const ask = (name: string, index: number) => findSharedPicture("service", name, `198.18.0.${index + 1}`);
  const all = await Promise.all([...names, ...names].map(ask));
  const bodies = all.map((one) => (one?.ok ? one.picture.body : null));
  const drawn = new Set(names.filter((_, index) => bodies[index]));
  expect(new Set(bodies.filter(Boolean)).size).toBe(drawn.size);
  // Eight are drawn at a time, but one that finishes early makes room for another.
  expect(drawn.size).toBeGreaterThanOrEqual(8);
  const refused = names.filter((name) => !drawn.has(name));
  expect(refused).not.toEqual([]);
  expect(all[names.indexOf(refused[0] ?? "")]).toEqual({ ok: false, refused: "too-many", waitSeconds: 5 });
  expect((await ask(refused[0] ?? "", 0))?.ok).toBe(true);
});

test("one network gets one picture drawn at a time, without blocking others", async () => {
  const { services } = await listCatalog();
  const [first, second, third] = services.slice(-3).map(({ name }) => slugOf(name)) as [
    string,
    string,
    string,
  ];
  const ask = (name: string, address: string) => findSharedPicture("service", name, address);
  const all = await Promise.all([
    ask(first, "198.18.1.1"),
    ask(second, "198.18.1.1"),
    ask(third, "198.18.1.2"),
    ask(first, "198.18.1.1"),
  ]);
  const refused = all.map((one) => (one?.ok ? null : one?.refused));
  expect(refused.slice(0, 2).filter(Boolean)).toEqual(["too-many"]);
  expect(refused[2]).toBeNull();
  for (const name of [first, second]) expect((await ask(name, "198.18.1.1"))?.ok).toBe(true);
});
