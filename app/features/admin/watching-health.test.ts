import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { noted, noteFailure, noteSuccess, takeHealthNotes } from "~/platform/service-health.server";
import { type HealthView, stateOfHealth } from "./overview";
import { readHealth, storeHealth } from "./overview.server";
import { forgetProcess, listProcesses, noteProcess } from "./processes.server";

async function healthOf(service: HealthView["service"]): Promise<HealthView> {
  const found = (await readHealth()).find((one) => one.service === service);
  if (!found) throw new Error("every service is listed");
  return found;
}

test("keeps the last success and the last failure of each service, in whatever order processes store them", async () => {
  takeHealthNotes();
  expect(stateOfHealth(await healthOf("payments"))).toBe("unused");
  expect(stateOfHealth(await healthOf("database"))).toBe("working");
  const hourAgo = new Date(Date.now() - 3_600_000);
  await db.serviceHealth.create({
    data: { service: "mail", succeededAt: hourAgo, failedAt: hourAgo, cause: "Old" },
  });
  noteFailure("mail", Object.assign(new TypeError("to somebody@example.com"), { code: "ECONNREFUSED" }));
  noteSuccess("files");
  await storeHealth();
  const mail = await healthOf("mail");
  expect(mail).toMatchObject({ succeededAt: hourAgo.toISOString(), cause: "TypeError ECONNREFUSED" });
  expect([stateOfHealth(mail), stateOfHealth(await healthOf("files"))]).toEqual(["failing", "working"]);
  await db.serviceHealth.update({
    where: { service: "mail" },
    data: { failedAt: new Date(Date.now() + 60_000), cause: "Newer" },
  });
  noteFailure("mail", new Error("late"));
  noteSuccess("mail");
  await storeHealth();
  expect((await healthOf("mail")).cause).toBe("Newer");
  const before = await db.serviceHealth.findMany();
  await storeHealth();
  expect(await db.serviceHealth.findMany()).toEqual(before);
});

test("names the version of PostgreSQL, and of no other service", async () => {
  const [found] = await db.$queryRaw<{ number: number }[]>`
    SELECT current_setting('server_version_num')::int AS number`;
  const number = found?.number ?? 0;
  expect((await healthOf("database")).version).toBe(`${Math.floor(number / 10_000)}.${number % 10_000}`);
  expect((await healthOf("mail")).version).toBeNull();
});

test("keeps notes that couldn't be stored, unless newer ones replace them", async () => {
  takeHealthNotes();
  noteFailure("database", new Error("away"));
  await db.$executeRaw`ALTER TABLE service_health RENAME TO service_health_away`;
  await storeHealth();
  noteSuccess("realtime");
  await db.$executeRaw`ALTER TABLE service_health_away RENAME TO service_health`;
  await storeHealth();
  expect(await healthOf("database")).toMatchObject({ cause: "Error" });
  expect((await healthOf("realtime")).succeededAt).not.toBeNull();
});

test("a process is listed while it runs, and as missing for an hour if it dies without deleting its row", async () => {
  await noteProcess();
  const [own] = await listProcesses();
  expect(own).toMatchObject({ role: "both", build: "development", isMissed: false, mostConnections: 8 });
  await noteProcess();
  const before = (minutes: number) => new Date(Date.now() - 60_000 * minutes);
  const killed = { id: randomUUID(), host: "other", role: "web", build: "1", startedAt: before(90) };
  const pool = { connections: 16, mostConnections: 16, waiting: 3 };
  await db.appProcess.create({ data: { ...killed, ...pool, seenAt: before(59) } });
  await noteProcess();
  expect((await listProcesses()).map(({ host, isMissed }) => [host, isMissed])).toEqual([
    ["other", true],
    [own?.host, false],
  ]);
  await db.appProcess.update({ where: { id: killed.id }, data: { seenAt: before(61) } });
  await noteProcess();
  expect((await listProcesses()).map(({ id }) => id)).toEqual([own?.id]);
  await forgetProcess();
  expect(await listProcesses()).toEqual([]);
});

test("notes the outcome of an adapter's calls, and passes their results on unchanged", async () => {
  takeHealthNotes();
  class Adapter {
    private readonly secret = "kept";
    async works() {
      return this.secret;
    }
    async fails(): Promise<never> {
      throw new RangeError("no");
    }
  }
  const adapter = noted("files", new Adapter());
  expect(await adapter.works()).toBe("kept");
  await expect(adapter.fails()).rejects.toBeInstanceOf(RangeError);
  expect(takeHealthNotes().get("files")).toMatchObject({ cause: "RangeError" });
  const answering = noted("payments", new Adapter(), (error) => error instanceof RangeError);
  await expect(answering.fails()).rejects.toBeInstanceOf(RangeError);
  expect(takeHealthNotes().get("payments")?.failedAt).toBeUndefined();
});
