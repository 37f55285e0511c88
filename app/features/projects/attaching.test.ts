import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keysOf, sweepMedia } from "~/features/media/removing.server";
import { blockPerson } from "~/features/moderation/blocking.server";
import { db } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { untilLockWait } from "../../../tests/support/locks";
import { givePlan, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { makeProject } from "../../../tests/support/projects";
import { fileFolder, pdf, picture, video } from "../../../tests/support/sample-files";
import {
  attachFile,
  attachFiles,
  copyBrief,
  detachFile,
  discardBrief,
  findBrief,
  postBrief,
} from "./attaching.server";
import type { BriefWithFiles } from "./brief";
import { findBriefMedia, findOwnFiles, findProject } from "./viewing.server";

let given: Awaited<ReturnType<typeof fileFolder>>;
beforeAll(async () => {
  given = await fileFolder();
});
afterAll(() => given.remove());

/** A creator on a plan that allows PDFs. */
async function makePro(): Promise<Person> {
  const creator = await makeCreator();
  await givePlan(creator, "pro");
  return creator;
}
const attach = async (person: Person, brief: BriefWithFiles, name = "a.pdf", key: string = randomUUID()) =>
  attachFile(person, brief, key, await given.file(pdf, name));
const namesOf = async (person: Person, brief: BriefWithFiles) =>
  (await filesOf(person, brief)).map(({ name }) => name);
const filesOf = async (person: Person, brief: BriefWithFiles) => (await findOwnFiles(person, brief)).files;
const heldBy = ({ userId }: Person) => db.media.count({ where: { ownerId: userId, releasedAt: null } });

describe("a draft's files", () => {
  it("move to the project when it's posted, in their order", async () => {
    const creator = await makePro();
    const draftKey = randomUUID();
    expect(await attach(creator, { draftKey }, "one.pdf")).toEqual({ ok: true });
    const body = await picture(600, 400).png().toBuffer();
    await attachFile(creator, { draftKey }, randomUUID(), await given.file(body, "two.png"));
    const posted = await postBrief(creator, draftKey, { title: "Edit six episodes" });
    if (!posted.ok) throw new Error(`not posted: ${posted.refused}`);
    expect((await findProject(creator, posted.projectId))?.files).toMatchObject([
      { name: "one.pdf", picture: null },
      { name: "two.png", picture: { widths: [360, 600] } },
    ]);
    expect(await namesOf(creator, { draftKey })).toEqual([]);
    expect(await heldBy(creator)).toBe(2);
    expect(await attach(creator, { draftKey })).toEqual({ ok: false, refused: "posted" });
  });

  it("are deleted when it's discarded or replaced", async () => {
    const creator = await makePro();
    const draftKey = randomUUID();
    await attach(creator, { draftKey });
    const [file] = await filesOf(creator, { draftKey });
    const media = await db.media.findUniqueOrThrow({ where: { id: file?.mediaId } });
    expect(await discardBrief(creator, draftKey)).toBe(true);
    await db.$executeRaw`UPDATE media SET released_at = released_at - interval '2 hours' WHERE id = ${media.id}::uuid`;
    await sweepMedia();
    expect(await files.sizeOf(keysOf(media)[0] ?? "")).toBeNull();

    const projectId = await makeProject(creator);
    const next = randomUUID();
    await attach(creator, { draftKey: next });
    // A draft counts as blank only if it has no files either, so this one needs the person's consent.
    expect(await copyBrief(creator, projectId, null)).toMatchObject({ refused: "has-draft" });
    expect(await copyBrief(creator, projectId, next)).toEqual({ ok: true });
    expect(await heldBy(creator)).toBe(0);
    expect(await attach(creator, { draftKey: next })).toEqual({ ok: false, refused: "replaced" });
  });
});

it("PDFs need a plan that shares files, but those from an earlier plan stay readable and are copied", async () => {
  const creator = await makePro();
  const projectId = await makeProject(creator);
  const contributor = await makeContributor();
  expect(await attach(creator, { projectId }, "script.pdf")).toEqual({ ok: true });
  const kept = randomUUID();
  for (const plan of ["free", "pay_per_post"] as const) {
    await givePlan(creator, plan);
    expect(await attach(creator, { projectId })).toEqual({ ok: false, refused: "plan" });
    expect(await attach(creator, { draftKey: kept })).toEqual({ ok: false, refused: "plan" });
  }
  const body = await picture(60, 40).png().toBuffer();
  expect(await attachFile(creator, { projectId }, randomUUID(), await given.file(body, "frame.png"))).toEqual(
    { ok: true },
  );
  expect(await namesOf(creator, { projectId })).toEqual(["script.pdf", "frame.png"]);
  const [script] = await filesOf(creator, { projectId });
  for (const viewer of [creator, contributor])
    expect(await findBriefMedia(viewer, script?.mediaId ?? "")).toMatchObject({ isPublic: false });
  expect(await copyBrief(creator, projectId, null)).toEqual({ ok: true });
  const draftKey = (await findBrief(creator))?.key ?? "";
  expect(await namesOf(creator, { draftKey })).toEqual(["script.pdf", "frame.png"]);
});

/** At any time, one of these zones has a different date than UTC. */
const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];

it.each(zones)(
  "a copy keeps a start date unless it's in the past in %s, the creator's time zone",
  async (timeZone) => {
    const creator = await makeCreator({ timeZone });
    const dayIn = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone });
    const projectId = await makeProject(creator);
    const copied = async (startDate: string) => {
      await db.projectBrief.update({ where: { id: projectId }, data: { startDate: new Date(startDate) } });
      expect(await copyBrief(creator, projectId, (await findBrief(creator))?.key ?? null)).toEqual({
        ok: true,
      });
      return (await findBrief(creator))?.typed.startDate || null;
    };
    expect(await copied(dayIn(0))).toBe(dayIn(0));
    expect(await copied(dayIn(-1))).toBeNull();
  },
);

describe("a copy's files", () => {
  /** Makes a project with that many files, and copies it into a draft. */
  async function copied(count: number) {
    const creator = await makePro();
    const brief = { projectId: await makeProject(creator) };
    for (let file = 1; file <= count; file += 1) await attach(creator, brief, `${file}.pdf`);
    const copy = () => copyBrief(creator, brief.projectId, null);
    expect(await Promise.all([copy(), copy(), copy()])).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    const draft = { draftKey: (await findBrief(creator))?.key ?? "" };
    return { creator, brief, draft, copy };
  }
  const bytesOf = async ({ userId }: Person) =>
    (await db.media.aggregate({ where: { ownerId: userId }, _sum: { bytes: true } }))._sum.bytes;

  it("are those of the project, in the same order, added once even if the copy is requested twice, and don't count toward the quota", async () => {
    const { creator, brief, draft, copy } = await copied(2);
    expect(await namesOf(creator, draft)).toEqual(["1.pdf", "2.pdf"]);
    expect(Number(await bytesOf(creator))).toBe(2 * pdf.length);
    const posted = await postBrief(creator, draft.draftKey, {});
    if (!posted.ok) throw new Error(`not posted: ${posted.refused}`);
    for (const projectId of [posted.projectId, brief.projectId])
      expect(await namesOf(creator, { projectId })).toEqual(["1.pdf", "2.pdf"]);
    // The same text with different files is a different draft.
    expect(await copy()).toEqual({ ok: true });
    const [first] = await filesOf(creator, { draftKey: (await findBrief(creator))?.key ?? "" });
    await detachFile(creator, { draftKey: (await findBrief(creator))?.key ?? "" }, first?.id ?? "");
    expect(await copy()).toMatchObject({ ok: false, refused: "has-draft" });
  });

  it("stay when the project's files are removed, and vice versa", async () => {
    const { creator, brief, draft } = await copied(3);
    const [first, second] = await filesOf(creator, brief);
    const [, , third] = await filesOf(creator, draft);
    const contributor = await makeContributor();
    const sees = async (viewer: Person, mediaId = "") => (await findBriefMedia(viewer, mediaId)) !== null;

    await detachFile(creator, brief, first?.id ?? "");
    expect(await namesOf(creator, brief)).toEqual(["2.pdf", "3.pdf"]);
    expect(await namesOf(creator, draft)).toEqual(["1.pdf", "2.pdf", "3.pdf"]);
    // No one else may see a draft.
    expect(await sees(creator, first?.mediaId)).toBe(true);
    expect(await sees(contributor, first?.mediaId)).toBe(false);
    expect(await sees(contributor, second?.mediaId)).toBe(true);

    await detachFile(creator, draft, third?.id ?? "");
    expect(await heldBy(creator)).toBe(3);
    expect(await discardBrief(creator, draft.draftKey)).toBe(true);
    expect(await namesOf(creator, brief)).toEqual(["2.pdf", "3.pdf"]);
    expect(await heldBy(creator)).toBe(2);
    expect(await sees(contributor, third?.mediaId)).toBe(true);
  });

  it("are deleted with the last brief that has them, even if two briefs are deleted concurrently", async () => {
    const { creator, brief, draft } = await copied(2);
    const [last, other] = await filesOf(creator, brief);
    const [shared] = await filesOf(creator, draft);
    await detachFile(creator, brief, other?.id ?? "");
    let removal: Promise<unknown> | undefined;
    await db.$transaction(async (tx) => {
      await tx.briefFile.delete({ where: { id: shared?.id ?? "" } });
      removal = detachFile(creator, brief, last?.id ?? "");
      await Promise.race([removal, untilLockWait()]);
    });
    await removal;
    expect(await heldBy(creator)).toBe(1);
    await discardBrief(creator, draft.draftKey);
    const media = await db.media.findMany({ where: { ownerId: creator.userId } });
    await db.$executeRaw`UPDATE media SET released_at = released_at - interval '2 hours'
                          WHERE owner_id = ${creator.userId}::uuid`;
    await sweepMedia();
    expect(await db.media.count({ where: { ownerId: creator.userId } })).toBe(0);
    expect(media).toHaveLength(2);
    for (const one of media) expect(await files.sizeOf(keysOf(one)[0] ?? "")).toBeNull();
  });
});

describe("a project's files", () => {
  it("are limited to ten, even with concurrent requests, and a form sent twice adds one file", async () => {
    const creator = await makePro();
    const brief = { projectId: await makeProject(creator) };
    const key = randomUUID();
    await Promise.all([attach(creator, brief, "once.pdf", key), attach(creator, brief, "once.pdf", key)]);
    expect(await namesOf(creator, brief)).toEqual(["once.pdf"]);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => attach(creator, brief)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(9);
    expect(outcomes.filter((one) => !one.ok && one.refused === "most-files")).toHaveLength(3);
    expect(await heldBy(creator)).toBe(10);
    // One line in the history covers all the changes.
    expect(await db.projectEvent.count({ where: { ...brief, kind: "edited" } })).toBe(1);
  });

  it("can be sent in one form, which names the refused files and keeps the others", async () => {
    const creator = await makePro();
    const brief = { projectId: await makeProject(creator) };
    const form = async (key: string, contents: (Buffer | string)[]) => {
      const all = contents.map((one, index) => given.file(one, `..\\${index + 1}.pdf`));
      return attachFiles(creator, brief, key, await Promise.all(all));
    };
    const key = randomUUID();
    const page = "<!doctype html>";
    const bad = { name: "2.pdf", why: { ok: false, refused: "type" } };
    const twice = await Promise.all([form(key, [pdf, page, pdf]), form(key, [pdf, page, pdf])]);
    for (const once of twice) expect(once).toEqual({ ok: true, added: 2, refused: [bad] });
    expect(await namesOf(creator, brief)).toEqual(["1.pdf", "3.pdf"]);

    const many = await form(
      randomUUID(),
      Array.from({ length: 10 }, () => pdf),
    );
    const why = { ok: false, refused: "most-files" };
    expect(many).toEqual({ ok: true, added: 8, refused: ["9.pdf", "10.pdf"].map((name) => ({ name, why })) });
    expect(await heldBy(creator)).toBe(10);
    const other = await makePro();
    const theirs = await attachFiles(other, brief, randomUUID(), [await given.file(pdf)]);
    expect(theirs).toEqual({ ok: false, refused: "not-found" });
  });

  it.each([
    ["a video", async () => Buffer.from(await video())],
    [
      "an SVG with script",
      async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
    ],
    ["a page", async () => Buffer.from("<!doctype html><script>alert(1)</script>")],
  ])("can't include %s", async (_what, make) => {
    const creator = await makePro();
    const brief = { projectId: await makeProject(creator) };
    const file = await given.file(await make(), "a.pdf");
    expect(await attachFile(creator, brief, randomUUID(), file)).toMatchObject({ refused: "type" });
    expect(await namesOf(creator, brief)).toEqual([]);
  });

  it("can be added only so often, and refused ones count, too", async () => {
    const [creator, other] = [await makePro(), await makePro()];
    const [brief, others] = [
      { projectId: await makeProject(creator) },
      { projectId: await makeProject(other) },
    ];
    const hour = BigInt(Date.now() + 3_600_000);
    await db.rateLimit.create({ data: { key: `media:${creator.userId}`, points: 59, expire: hour } });
    const page = await given.file("<!doctype html>", "a.pdf");
    expect(await attachFile(creator, brief, randomUUID(), page)).toEqual({ ok: false, refused: "type" });
    expect(await attach(creator, brief)).toEqual({
      ok: false,
      refused: "too-often",
      waitSeconds: expect.any(Number),
    });
    expect(await attach(other, others)).toEqual({ ok: true });
    expect(await namesOf(creator, brief)).toEqual([]);
  });

  it("can be changed only by their owner, while the project is open", async () => {
    const [creator, other] = [await makePro(), await makePro()];
    const brief = { projectId: await makeProject(creator) };
    await attach(creator, brief);
    const [file] = await filesOf(creator, brief);
    expect(await filesOf(other, brief)).toEqual([]);
    expect(await attach(other, brief)).toEqual({ ok: false, refused: "not-found" });
    expect(await detachFile(other, brief, file?.id ?? "")).toEqual({ ok: false, refused: "not-found" });
    expect(await detachFile(other, { draftKey: randomUUID() }, file?.id ?? "")).toEqual({ ok: true });
    // Naming another of the owner's briefs doesn't remove the file: that brief may be open while this one is closed.
    const second = { projectId: await makeProject(creator) };
    const draft = { draftKey: randomUUID() };
    await attach(creator, draft, "draft.pdf");
    const [drafted] = await filesOf(creator, draft);
    for (const [through, other] of [
      [second, file],
      [draft, file],
      [brief, drafted],
      [second, drafted],
    ] as const)
      expect(await detachFile(creator, through, other?.id ?? "")).toEqual({ ok: true });
    expect(await namesOf(creator, draft)).toEqual(["draft.pdf"]);
    await discardBrief(creator, draft.draftKey);
    expect(await namesOf(creator, brief)).toEqual(["a.pdf"]);
    await db.projectBrief.update({ where: { id: brief.projectId }, data: { status: "completed" } });
    expect(await attach(creator, brief)).toEqual({ ok: false, refused: "closed" });
    expect(await detachFile(creator, brief, file?.id ?? "")).toEqual({ ok: false, refused: "closed" });
    await db.projectBrief.update({ where: { id: brief.projectId }, data: { status: "open" } });
    expect(await detachFile(creator, brief, file?.id ?? "")).toEqual({ ok: true });
    expect(await heldBy(creator)).toBe(0);
  });

  it("are visible to people who may see the brief, and a draft's are visible only to its owner", async () => {
    const [creator, blocked, contributor] = [
      await makePro(),
      await makeContributor(),
      await makeContributor(),
    ];
    const draftKey = randomUUID();
    await attach(creator, { draftKey });
    const [file] = await filesOf(creator, { draftKey });
    const readers = async () => {
      const found = await Promise.all(
        [creator, contributor, blocked, null].map((viewer) => findBriefMedia(viewer, file?.mediaId ?? "")),
      );
      return found.map((media) => media !== null);
    };
    expect(await readers()).toEqual([true, false, false, false]);
    await postBrief(creator, draftKey, { title: "Edit six episodes" });
    await blockPerson(creator, blocked.userId);
    expect(await readers()).toEqual([true, true, false, false]);
    await db.projectBrief.updateMany({
      where: { creatorId: creator.userId },
      data: { hiddenAt: new Date() },
    });
    expect(await readers()).toEqual([true, false, false, false]);
  });
});
