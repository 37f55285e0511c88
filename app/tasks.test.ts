import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { parseCrontab } from "graphile-worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestAddressChange } from "~/features/accounts/address.server";
import { addressConfirmedTask, tellOfConfirmation } from "~/features/accounts/address-told.server";
import { requestRecovery } from "~/features/accounts/recovering.server";
import { listExports, requestExport } from "~/features/leaving/exporting.server";
import { submitForVetting } from "~/features/profiles/vetting.server";
import { tellApplicantsTask, tellDeclinedTask } from "~/features/projects/announcing.server";
import { apply } from "~/features/projects/applying.server";
import { cancelProject } from "~/features/projects/closing.server";
import { declineRest } from "~/features/projects/deciding.server";
import { editProject } from "~/features/projects/posting.server";
import { hashOfMailbox } from "~/features/referrals/inviting.server";
import { db, transaction } from "~/platform/db.server";
import { startJobsOnceThere } from "~/platform/jobs/jobs.server";
import {
  makeAdmin,
  makeContributor,
  makeCreator,
  makeMember,
  newClient,
  type Person,
  personPassword,
} from "../tests/support/people";
import { bareProject, makeProject } from "../tests/support/projects";
import { makeTalk } from "../tests/support/talks";
import { crontab, tasks } from "./tasks.server";

const scheduled = parseCrontab(crontab);

/** Leaves out tests and the file that lists the tasks. */
const sources = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".server.ts") && name !== "tasks.server.ts")
  .map((name) => readFileSync(new URL(name, import.meta.url), "utf8"))
  .join("\n");

const constantOf = (name: string) => new RegExp(`const (\\w+) = "${name}"`).exec(sources) ?? [];

/** A task has a caller if its constant is used anywhere other than in its definition and imports. */
function hasCaller(name: string): boolean {
  const [definition = "", constant = ""] = constantOf(name);
  if (!constant) return false;
  const uses = sources.replace(definition, "").replaceAll(/^import [^;]*;/gm, "");
  return new RegExp(`\\b${constant}\\b`).test(uses);
}

test("tasks without arguments are started by the clock, and all others by their callers", () => {
  const timed = scheduled.map(({ task }) => task);
  expect(new Set(timed).size, "none twice").toBe(timed.length);
  const withoutArguments = Object.keys(tasks).filter((name) => tasks[name]?.length === 0);
  expect([...timed].sort()).toEqual(withoutArguments.sort());
  const called = Object.keys(tasks).filter((name) => !withoutArguments.includes(name));
  expect(called.filter((name) => !hasCaller(name))).toEqual([]);
});

/** The names of the arguments in each `addJob(tx, task, { … })`. */
const namesGiven = (name: string) =>
  [
    ...sources.matchAll(new RegExp(`addJob\\(\\s*\\w+,\\s*${constantOf(name)[1]},\\s*\\{([^}]*)\\}`, "g")),
  ].map(([, given = ""]) => given.split(",").flatMap((one) => one.split(":")[0]?.trim() || []));

/** Runs the job for things that don't exist, so that it does nothing. */
async function namesRead(name: string): Promise<string[]> {
  const read = new Set<string>();
  const get = (_: object, argument: string) => {
    read.add(argument);
    return randomUUID();
  };
  await tasks[name]?.(new Proxy({}, { get })).catch(() => {});
  return [...read];
}

test("a task reads the arguments that its callers pass, under the same names", async () => {
  const given = Object.keys(tasks)
    .filter((name) => tasks[name]?.length !== 0)
    .map((name) => [name, namesGiven(name)] as const)
    .filter(([, calls]) => calls.length > 0)
    .map(([name, calls]) => {
      expect(calls, `a call of ${name} without arguments`).not.toContainEqual([]);
      return [name, [...new Set(calls.flat())].sort()] as const;
    });
  expect(given.length).toBeGreaterThan(18);
  const read = given.map(async ([name]) => [name, (await namesRead(name)).sort()] as const);
  expect(Object.fromEntries(await Promise.all(read))).toEqual(Object.fromEntries(given));
});

let jobs: { stop: () => Promise<void> };
// Starts the jobs without the clock, so only this file's tests add any.
beforeAll(() => {
  jobs = startJobsOnceThere(tasks, "");
});
afterAll(() => jobs.stop());

const left = async () => {
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL AND run_at > now()`;
  return db.$queryRaw`SELECT task_identifier AS task, last_error FROM graphile_worker.jobs`;
};
const told = async ({ userId }: Person) =>
  (await db.notification.findMany({ where: { userId }, orderBy: { createdAt: "asc" } })).map(
    ({ title }) => title,
  );
const mailed = async (toAddress: string, kind: string) =>
  (await db.outboxMail.findMany({ where: { toAddress, kind } })).length;

test("jobs do what their callers asked for, with the arguments that the callers passed", {
  timeout: 60_000,
}, async () => {
  const [creator, one, other, late] = [
    await makeCreator({ name: "Cleo" }),
    await makeContributor(),
    await makeContributor(),
    await makeContributor({ services: ["Photographer"] }),
  ];
  const application = { note: "Hello", portfolioLink: null, answers: [] };
  const projectId = await makeProject(creator);
  for (const person of [one, other]) await apply(person, projectId, application);
  // More than one applicant, so that the first and the last differ.
  expect(await declineRest(creator, projectId, { upTo: new Date(Date.now() + 60_000) })).toMatchObject({
    declined: 2,
  });
  // The job's ten minutes have passed.
  await db.projectApplication.updateMany({ where: { projectId }, data: { announceAt: new Date() } });
  await db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now()`;
  await expect.poll(left).toEqual([]);
  for (const person of [one, other])
    expect(await told(person), tellDeclinedTask).toEqual([
      "Your application for “Edit six episodes” was declined",
    ]);

  await apply(late, projectId, application);
  const percent = async () =>
    (await db.projectApplication.findFirstOrThrow({ where: { contributorId: late.userId } })).percent;
  expect(await percent()).toBe(0);
  const { id } = await db.service.findFirstOrThrow({ where: { name: "Photographer" } });
  await editProject(creator, projectId, { ...bareProject, serviceIds: [id] });
  await expect.poll(left).toEqual([]);
  expect(await percent()).toBeGreaterThan(90);
  await cancelProject(creator, projectId);
  const { creator: reader, conversationId } = await makeTalk();
  await db.$executeRaw`
    UPDATE messages SET created_at = created_at - interval '6 minutes' WHERE conversation_id = ${conversationId}::uuid`;
  const [member, mover] = [await makeMember(), await makeMember()];
  await requestRecovery({ email: member.email }, newClient());
  const moved = `moved-${mover.userId.slice(0, 8)}@example.com`;
  expect(await requestAddressChange(mover, { email: moved, password: personPassword }, newClient())).toEqual({
    ok: true,
  });
  expect(await requestExport(member)).toEqual({ ok: true });
  const addressHash = hashOfMailbox(other.email);
  await db.referral.create({ data: { referrerId: member.userId, inviteeId: other.userId, addressHash } });
  await transaction((tx) => tellOfConfirmation(tx, other.userId));
  const admins = [await makeAdmin(), await makeAdmin()];
  const pending = await makeContributor({ status: "pending" });
  await transaction((tx) => submitForVetting(tx, pending.userId));
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);

  expect(await told(late), tellApplicantsTask).toEqual([
    "“Edit six episodes” was updated",
    "“Edit six episodes” was canceled",
  ]);
  expect(await mailed(reader.email, "message")).toBe(1);
  expect(await mailed(member.email, "recovery")).toBe(1);
  expect(await mailed(moved, "address-confirm")).toBe(1);
  expect(await listExports(member)).toMatchObject([{ state: "ready" }]);
  expect(await told(member), addressConfirmedTask).toHaveLength(1);
  for (const admin of admins) expect(await mailed(admin.email, "admin_notification")).toBe(1);
});
