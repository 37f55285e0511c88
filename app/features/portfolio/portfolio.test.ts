import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quotaBytes } from "~/features/media/media";
import { holdMedia, keysOf, sweepMedia } from "~/features/media/removing.server";
import { usedBytes } from "~/features/media/storing.server";
import { db, pool, transaction } from "~/platform/db.server";
import { files } from "~/platform/files/files.server";
import { SilentSite } from "~/platform/links/links-port.server";
import { untilLockWait } from "../../../tests/support/locks";
import { makeAdmin, makeContributor, makeCreator, type Person } from "../../../tests/support/people";
import { fileFolder, pdf, picture, video } from "../../../tests/support/sample-files";
import { addLink, addSample, lockSamples, previewLink } from "./adding.server";
import {
  editSample,
  moveSample,
  removeSample,
  restoreSample,
  setCover,
  setSampleHidden,
  setStill,
  sweepSamples,
} from "./arranging.server";
import {
  findOwnSample,
  findOwnWork,
  findSampleMedia,
  foremostViews,
  listFaces,
  listSamples,
  type SampleRow,
} from "./listing.server";
import { newSampleSchema } from "./portfolio.schema";
import { sampleLimits } from "./sample";

let given: Awaited<ReturnType<typeof fileFolder>>;
beforeAll(async () => {
  given = await fileFolder();
});
afterAll(() => given.remove());

const facts = { title: "A trailer", part: "Edit", alt: null, serviceId: null, madeOn: "2025-05-01" };
async function add(
  person: Person,
  title = "A trailer",
  contents: Uint8Array = pdf,
  key: string = randomUUID(),
) {
  const done = await addSample(person, key, { ...facts, title }, await given.file(contents, `${title}.pdf`));
  if (!done.ok) throw new Error(`refused: ${done.refused}`);
  return done.sampleId;
}
const link = (person: Person, title: string) =>
  addLink(person, randomUUID(), { ...facts, title }, "https://example.com/");
/** The samples that cards show, read the way pages with cards do. */
async function listForemost(people: string[], most: number) {
  const { rows } = await pool.query<SampleRow>("SELECT * FROM foremost_samples($1, $2)", [people, most]);
  return foremostViews(rows);
}
const titlesOf = async ({ userId }: Person) => (await listSamples(userId)).map(({ title }) => title);
const mediaIdOf = async (sampleId: string) =>
  (await db.workSample.findUniqueOrThrow({ where: { id: sampleId } })).mediaId ?? "";

describe("adding", () => {
  test("a form sent twice concurrently adds one sample and keeps its files", async () => {
    const person = await makeContributor();
    const key = randomUUID();
    await Promise.all([add(person, "Once", pdf, key), add(person, "Once", pdf, key)]);
    expect(await titlesOf(person)).toEqual(["Once"]);
    const media = await db.media.findMany({ where: { ownerId: person.userId } });
    expect(media.filter(({ releasedAt }) => releasedAt === null)).toHaveLength(1);
    // A form that's changed before it's sent again adds another sample, so that nothing typed is lost.
    await add(person, "Twice", pdf, key);
    const at = (url: string) => addLink(person, key, { ...facts, title: "Linked" }, url);
    for (const url of ["https://example.com/", "https://example.com/", "https://example.com/other"])
      await at(url);
    expect(await titlesOf(person)).toEqual(["Once", "Twice", "Linked", "Linked"]);
    const [linked] = (await listSamples(person.userId)).slice(2);
    await removeSample(person, linked?.id ?? "");
    expect(await at("https://example.com/")).toEqual({ ok: true, sampleId: linked?.id });
    expect(await titlesOf(person)).toEqual(["Once", "Twice", "Linked"]);
  });

  test("a damaged file counts toward the hourly limit", async () => {
    const person = await makeCreator();
    const hour = BigInt(Date.now() + 3_600_000);
    await db.rateLimit.create({ data: { key: `media:${person.userId}`, points: 59, expire: hour } });
    const send = async (contents: Uint8Array) =>
      addSample(person, randomUUID(), facts, await given.file(contents, "a.mp4"));
    const whole = await video("mp4");
    expect(await send(whole.subarray(0, 40))).toMatchObject({ refused: "damaged" });
    expect(await send(whole)).toMatchObject({ refused: "too-often" });
    const [linked, other] = [await link(person, "A site"), await makeCreator()];
    const still = async (one: Person, sampleId: string) =>
      setStill(one, sampleId, await given.file(await picture().png().toBuffer(), "still.png"));
    expect(await still(person, linked.ok ? linked.sampleId : "")).toEqual({
      ok: false,
      refused: "too-often",
    });
    const theirs = await link(other, "Their site");
    expect(await still(other, theirs.ok ? theirs.sampleId : "")).toEqual({ ok: true });
  });

  test("there's room for twelve, even if fifteen are added concurrently", async () => {
    const person = await makeCreator();
    const outcomes = await Promise.all(Array.from({ length: 15 }, (_, one) => link(person, `Sample ${one}`)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(12);
    expect(outcomes.filter((one) => !one.ok && one.refused === "most-samples")).toHaveLength(3);
    const before = await titlesOf(person);
    expect(before).toHaveLength(12);
    const file = await given.file(pdf, "one-more.pdf");
    expect(await addSample(person, randomUUID(), facts, file)).toEqual({
      ok: false,
      refused: "most-samples",
    });
    expect(await db.media.count({ where: { ownerId: person.userId } })).toBe(0);

    // A removed sample's place may be taken before it's restored.
    const [removed, kept] = await listSamples(person.userId);
    await removeSample(person, removed?.id ?? "");
    expect(await restoreSample(person, kept?.id ?? "")).toEqual({ ok: true });
    await link(person, "In its place");
    expect(await restoreSample(person, removed?.id ?? "")).toEqual({ ok: false, refused: "most-samples" });
    await removeSample(person, kept?.id ?? "");
    const back = [1, 2].map(() => restoreSample(person, removed?.id ?? ""));
    expect(await Promise.all(back)).toEqual([{ ok: true }, { ok: true }]);
    expect((await titlesOf(person)).sort()).toEqual(
      [...before.filter((title) => title !== kept?.title), "In its place"].sort(),
    );
  });

  test("a form for the last place that's sent twice concurrently adds its sample, and neither request is refused", async () => {
    const person = await makeContributor();
    for (let one = 1; one < sampleLimits.count; one += 1) await link(person, `Sample ${one}`);
    const key = randomUUID();
    const send = () => addLink(person, key, { ...facts, title: "Last" }, "https://example.com/");
    const sent = await transaction(async (tx) => {
      await lockSamples(tx, person.userId);
      const both = [send(), send()];
      await untilLockWait(2);
      return { both };
    });
    const [first, second] = await Promise.all(sent.both);
    expect(first).toMatchObject({ ok: true });
    expect(second).toEqual(first);
    expect(await titlesOf(person)).toHaveLength(sampleLimits.count);
    expect(await link(person, "Too many")).toEqual({ ok: false, refused: "most-samples" });
  });

  test("a picture is shown as itself, and a video by its still, with its length", async () => {
    const person = await makeContributor({ services: ["Video Editor"] });
    const service = await db.service.findFirstOrThrow({ where: { name: "Video Editor" } });
    await addSample(
      person,
      randomUUID(),
      { ...facts, serviceId: service.id },
      await given.file(await picture(1_600, 900).png().toBuffer()),
    );
    const film = await add(person, "Film", await video());
    expect((await listSamples(person.userId))[1]).toMatchObject({
      kind: "video",
      picture: null,
      file: { milliseconds: 2_000 },
    });
    expect(await setStill(person, film, await given.file(await picture(400, 300).jpeg().toBuffer()))).toEqual(
      { ok: true },
    );
    const [image, withStill] = await listSamples(person.userId);
    expect(image).toMatchObject({
      kind: "image",
      service: "Video Editor",
      madeOn: "2025-05-01",
      file: null,
      picture: { widths: [360, 720, 1_440] },
    });
    expect(withStill).toMatchObject({ picture: { widths: [360, 400] } });
    expect(await setStill(person, film, await given.file(pdf))).toMatchObject({ refused: "type" });
    expect(await setStill(person, film, null)).toEqual({ ok: true });
    expect(await db.media.count({ where: { ownerId: person.userId, releasedAt: null } })).toBe(2);
  });
});

describe("arranging", () => {
  test("moves by one position, and does nothing at the ends", async () => {
    const person = await makeContributor();
    for (const title of ["One", "Two", "Three"]) await link(person, title);
    const [one, , three] = await listSamples(person.userId);
    await moveSample(person, three?.id ?? "", "up");
    expect(await titlesOf(person)).toEqual(["One", "Three", "Two"]);
    await moveSample(person, one?.id ?? "", "up");
    await moveSample(await makeContributor(), one?.id ?? "", "down");
    expect(await titlesOf(person)).toEqual(["One", "Three", "Two"]);
    await Promise.all([moveSample(person, one?.id ?? "", "down"), moveSample(person, one?.id ?? "", "down")]);
    expect(await titlesOf(person)).toEqual(["Three", "Two", "One"]);
  });

  test("moves before another or to the end, even if two moves run concurrently, and only for the owner", async () => {
    const person = await makeContributor();
    for (const title of ["One", "Two", "Three", "Four"]) await link(person, title);
    const [one = "", two = "", three = "", four = ""] = (await listSamples(person.userId)).map(
      ({ id }) => id,
    );
    await moveSample(person, four, { before: two });
    expect(await titlesOf(person)).toEqual(["One", "Four", "Two", "Three"]);
    await moveSample(person, four, { before: three });
    expect(await titlesOf(person)).toEqual(["One", "Two", "Four", "Three"]);
    await Promise.all([
      moveSample(person, one, { before: null }),
      moveSample(person, three, { before: four }),
    ]);
    expect(await titlesOf(person)).toEqual(["Two", "Three", "Four", "One"]);
    const other = await makeContributor();
    await link(other, "Theirs");
    const [theirs] = await listSamples(other.userId);
    await moveSample(other, two, { before: null });
    await moveSample(person, two, { before: theirs?.id ?? "" });
    await moveSample(person, two, { before: two });
    // These moves name a sample that was removed in another tab.
    await removeSample(person, four);
    await moveSample(person, one, { before: four });
    await moveSample(person, four, { before: three });
    expect(await titlesOf(person)).toEqual(["Two", "Three", "One"]);
  });

  test("one sample is the cover, which comes first on cards", async () => {
    const person = await makeContributor();
    for (const title of ["One", "Two", "Three"]) await link(person, title);
    const [one, two] = await listSamples(person.userId);
    await Promise.all([setCover(person, one?.id ?? ""), setCover(person, two?.id ?? "")]);
    expect((await listSamples(person.userId)).filter(({ isCover }) => isCover)).toHaveLength(1);
    await setCover(person, two?.id ?? "");
    // Someone else's choice of a cover changes only their own work.
    const other = await makeContributor();
    await link(other, "Theirs");
    await setCover(other, (await listSamples(other.userId))[0]?.id ?? "");
    const foremost = await listForemost([person.userId, (await makeCreator()).userId], 2);
    expect([...foremost.values()].map((own) => own.map(({ title }) => title))).toEqual([["Two", "One"]]);
    await setCover(person, null);
    expect((await listSamples(person.userId)).some(({ isCover }) => isCover)).toBe(false);
  });

  test("a sample that's removed while it's being made the cover doesn't replace the current cover", async () => {
    const person = await makeContributor();
    for (const title of ["One", "Two"]) await link(person, title);
    const [one = "", two = ""] = (await listSamples(person.userId)).map(({ id }) => id);
    await setCover(person, one);
    const { removing, choosing } = await transaction(async (tx) => {
      await lockSamples(tx, person.userId);
      const removing = removeSample(person, two);
      await untilLockWait();
      const choosing = setCover(person, two);
      await untilLockWait(2);
      return { removing, choosing };
    });
    await Promise.all([removing, choosing]);
    expect(await listSamples(person.userId)).toMatchObject([{ id: one, isCover: true }]);
  });

  test("without a cover, the first sample with a picture comes first on cards, no matter how far down the list it is", async () => {
    const person = await makeContributor();
    for (const title of ["One", "Two", "Three", "Four", "Five", "Six"]) await link(person, title);
    for (const { id } of (await listSamples(person.userId)).slice(4)) {
      const still = { ownerId: person.userId, kind: "image", ending: "", bytes: 8, name: "", widths: [360] };
      const media = await db.media.create({ data: { ...still, fileKey: `media/${randomUUID()}` } });
      await db.workSample.update({ where: { id }, data: { stillId: media.id } });
    }
    const foremost = async (most: number) =>
      (await listForemost([person.userId], most)).get(person.userId)?.map(({ title }) => title);
    expect([await foremost(1), await foremost(4)]).toEqual([["Five"], ["Five", "One", "Two", "Three"]]);
    const [, two, , , five] = await listSamples(person.userId);
    await removeSample(person, five?.id ?? "");
    expect([await foremost(1), await foremost(5)]).toEqual([["Six"], ["Six", "One", "Two", "Three", "Four"]]);
    await setCover(person, two?.id ?? "");
    expect([await foremost(1), await foremost(4)]).toEqual([["Two"], ["Two", "One", "Three", "Four"]]);
  });

  test("the samples that an application names come first, then the cover, and none are shown without approval", async () => {
    const [person, other] = [await makeContributor(), await makeContributor()];
    for (const title of ["One", "Two", "Three", "Four", "Five", "Six"]) await link(person, title);
    await link(other, "Theirs");
    const [, two, three, , , six] = await listSamples(person.userId);
    await setCover(person, two?.id ?? "");
    const named = [six, three, ...(await listSamples(other.userId))].map((sample) => sample?.id);
    const shown = async (from: "samples_among" | "samples_led_by") => {
      const query = `SELECT samples FROM ${from}($1, $2)`;
      const { rows } = await pool.query<{ samples: SampleRow[] | null }>(query, [person.userId, named]);
      return rows[0]?.samples?.map(({ title }) => title);
    };
    expect(await shown("samples_among")).toEqual(["Three", "Six"]);
    expect(await shown("samples_led_by")).toEqual(["Three", "Six", "Two", "One", "Four"]);
    await db.contributorProfile.update({ where: { id: person.userId }, data: { status: "rejected" } });
    expect([await shown("samples_among"), await shown("samples_led_by")]).toEqual([undefined, undefined]);
  });

  test("an admin hides one sample and shows it again, and no other one", async () => {
    const [owner, other] = [await makeContributor(), await makeContributor()];
    const [hidden, beside, elsewhere] = [await add(owner), await add(owner), await add(other)];
    const set = (isHidden: boolean) => transaction((tx) => setSampleHidden(tx, hidden, isHidden));
    const shown = async () => {
      const where = { id: { in: [hidden, beside, elsewhere] }, removedAt: null };
      const samples = await db.workSample.findMany({ where, select: { id: true } });
      return samples.map(({ id }) => id).sort();
    };
    expect([await set(true), await shown()]).toEqual([true, [beside, elsewhere].sort()]);
    expect(await set(true)).toBe(false);
    await removeSample(other, elsewhere);
    expect([await set(false), await shown()]).toEqual([true, [hidden, beside].sort()]);
  });

  test("a removed sample can be restored for an hour, then its files are deleted", async () => {
    const person = await makeContributor();
    const [kept, gone] = [await add(person, "Kept"), await add(person, "Gone")];
    const media = await db.media.findUniqueOrThrow({ where: { id: await mediaIdOf(gone) } });
    await removeSample(person, kept);
    expect(await titlesOf(person)).toEqual(["Gone"]);
    expect(await restoreSample(await makeContributor(), kept)).toMatchObject({ refused: "not-found" });
    expect(await restoreSample(person, kept)).toEqual({ ok: true });
    await removeSample(person, gone);
    await db.$executeRaw`UPDATE work_samples SET removed_at = now() - interval '61 minutes' WHERE id = ${gone}::uuid`;
    expect(await restoreSample(person, gone)).toMatchObject({ refused: "not-found" });
    await sweepSamples();
    await db.$executeRaw`UPDATE media SET released_at = now() - interval '61 minutes' WHERE id = ${media.id}::uuid AND released_at IS NOT NULL`;
    await sweepMedia();
    expect(await files.sizeOf(keysOf(media)[0] ?? "")).toBeNull();
    expect(await titlesOf(person)).toEqual(["Kept"]);
  });

  test("a removed sample frees its space right away, and can be restored only if there's still room", async () => {
    const person = await makeContributor();
    const large = await add(person, "Large");
    const { id: stillId } = await db.media.create({
      data: {
        ownerId: person.userId,
        kind: "image",
        fileKey: `media/${randomUUID()}`,
        bytes: 8,
        widths: [360],
      },
    });
    await db.workSample.update({ where: { id: large }, data: { stillId } });
    const used = () => transaction((tx) => usedBytes(tx, person.userId));
    await db.media.update({ where: { id: await mediaIdOf(large) }, data: { bytes: quotaBytes - 8 } });
    const another = async () =>
      addSample(person, randomUUID(), { ...facts, title: "Next" }, await given.file(pdf, "next.pdf"));
    expect(await another()).toMatchObject({ refused: "quota" });
    await removeSample(person, large);
    expect(await used()).toBe(0);
    expect(await restoreSample(person, large)).toEqual({ ok: true });
    expect(await used()).toBe(quotaBytes);
    await removeSample(person, large);
    const next = await another();
    expect(next).toMatchObject({ ok: true });
    expect(await restoreSample(person, large)).toEqual({ ok: false, refused: "quota" });
    await removeSample(person, next.ok ? next.sampleId : "");
    expect(await restoreSample(person, large)).toEqual({ ok: true });

    // A deleted sample's file that's kept for a report doesn't count, either.
    const mediaId = await mediaIdOf(large);
    await db.workSample.delete({ where: { id: large } });
    expect(await used()).toBe(0);
    await transaction((tx) => holdMedia(tx, [mediaId]));
    expect(await used()).toBe(0);
    // There's still a limit for such files, or they could fill the disk.
    await db.media.update({ where: { id: mediaId }, data: { bytes: 2 * quotaBytes } });
    expect(await another()).toMatchObject({ refused: "quota" });
  });

  test("the storage page lists files by where they're used, and its total is what the quota counts", async () => {
    const person = await makeContributor();
    await add(person, "Shown");
    await removeSample(person, await add(person, "Removed"));
    await db.upload.create({ data: { id: randomUUID(), ownerId: person.userId, bytes: 500 } });
    const message = { kind: "file", ending: "bin", fileKey: `media/${randomUUID()}`, bytes: 70 };
    const { id: mediaId } = await db.media.create({
      data: { ...message, ownerId: person.userId, releasedAt: null },
    });
    const { id: conversationId } = await db.conversation.create({ data: {} });
    await db.message.create({
      data: { id: randomUUID(), conversationId, seq: 1, senderId: person.userId, content: "", mediaId },
    });
    const { storage } = await findOwnWork(person);
    expect(storage).toEqual({ work: pdf.length, waiting: 500, messages: 70 });
    expect(await transaction((tx) => usedBytes(tx, person.userId))).toBe(pdf.length + 570);
  });

  test("no one else can find or change a sample", async () => {
    const [owner, other] = [await makeContributor(), await makeContributor()];
    const sampleId = await add(owner, "Mine");
    expect(await findOwnSample(other, sampleId)).toBeNull();
    expect(await editSample(other, sampleId, facts)).toMatchObject({ refused: "not-found" });
    expect(await setStill(other, sampleId, null)).toMatchObject({ refused: "not-found" });
    await removeSample(other, sampleId);
    await setCover(other, sampleId);
    expect(await listSamples(owner.userId)).toMatchObject([{ title: "Mine", isCover: false }]);
  });
});

describe("a link", () => {
  const url = "https://www.youtube.com/watch?v=rivers";
  const addressed = async (person: Person) => {
    const added = await addLink(person, randomUUID(), facts, url);
    return added.ok ? added.sampleId : "";
  };
  const saying = (title: string, still: Uint8Array | null) => ({ describe: async () => ({ title, still }) });

  test("gets the still and title of its site once, as a small picture that belongs to its owner", async () => {
    const person = await makeContributor();
    const sampleId = await addressed(person);
    const still = await picture(480, 360).jpeg().toBuffer();
    await Promise.all([
      previewLink(sampleId, saying("Rivers", still)),
      previewLink(sampleId, saying("Rivers", still)),
    ]);
    expect(await listSamples(person.userId)).toMatchObject([
      { title: "A trailer", linkTitle: "Rivers", url, picture: { widths: [360, 480] } },
    ]);
    expect(await db.media.count({ where: { ownerId: person.userId, releasedAt: null } })).toBe(1);
    await setStill(person, sampleId, null);
    await previewLink(sampleId, saying("Again", still));
    expect(await listSamples(person.userId)).toMatchObject([{ linkTitle: "Rivers", picture: null }]);
  });

  test("keeps a still that its owner chose, and stays a plain link if the site doesn't respond or sends no picture", async () => {
    const person = await makeContributor();
    const [own, plain, silent] = [await addressed(person), await addressed(person), await addressed(person)];
    await setStill(person, own, await given.file(await picture(700, 400).png().toBuffer()));
    await previewLink(own, saying("Rivers", await picture(480, 360).jpeg().toBuffer()));
    await previewLink(plain, saying("", Buffer.from("<svg><script>alert(1)</script></svg>")));
    const away = { describe: () => Promise.reject(new SilentSite("too slow")) };
    await expect(previewLink(silent, away)).rejects.toThrow(SilentSite);
    expect(await listSamples(person.userId)).toMatchObject([
      { picture: { widths: [360, 700] } },
      { picture: null, linkTitle: "" },
      { picture: null, linkTitle: "" },
    ]);
    // A site that didn't respond is asked again.
    await previewLink(silent, saying("Late", null));
    await previewLink(randomUUID(), away);
    expect((await listSamples(person.userId))[2]).toMatchObject({ linkTitle: "Late" });
  });
});

describe("a sample's files", () => {
  test("are visible to everyone who may see the profile", async () => {
    const [approved, pending, creator] = [
      await makeContributor(),
      await makeContributor({ status: "pending" }),
      await makeCreator(),
    ];
    const [member, admin] = [await makeCreator(), await makeAdmin()];
    const of = async (person: Person) => mediaIdOf(await add(person));
    const ids = { approved: await of(approved), pending: await of(pending), creator: await of(creator) };
    const seenBy = async (viewer: Person | null) => {
      const seen: string[] = [];
      for (const [name, id] of Object.entries(ids))
        if (await findSampleMedia(viewer && { ...viewer, isAdmin: viewer === admin }, id)) seen.push(name);
      return seen;
    };
    expect(await seenBy(null)).toEqual(["approved"]);
    expect(await seenBy(member)).toEqual(["approved", "creator"]);
    expect(await seenBy(admin)).toEqual(["approved", "pending", "creator"]);
    expect(await seenBy(pending)).toEqual(["approved", "pending", "creator"]);
    const faces = await listFaces([approved.userId, pending.userId]);
    expect([approved, pending].map(({ userId }) => faces[userId]?.work?.title)).toEqual([
      "A trailer",
      undefined,
    ]);
    await db.block.create({ data: { blockerId: creator.userId, blockedId: member.userId } });
    expect(await seenBy(member)).toEqual(["approved"]);
    await db.user.update({ where: { id: approved.userId }, data: { suspendedAt: new Date() } });
    expect(await seenBy(null)).toEqual([]);
    // Admins have to decide about suspended people, but no cache may keep these files.
    expect(await findSampleMedia({ ...admin, isAdmin: true }, ids.approved)).toMatchObject({
      isPublic: false,
    });
  });

  test("of a removed sample are visible only to its owner, and to admins if one of them hid it", async () => {
    const [owner, other, admin] = [await makeContributor(), await makeCreator(), await makeAdmin()];
    const sampleId = await add(owner);
    const mediaId = await mediaIdOf(sampleId);
    const still = { ownerId: owner.userId, kind: "image", bytes: 8, widths: [360] };
    const { id: stillId } = await db.media.create({ data: { ...still, fileKey: `media/${randomUUID()}` } });
    await db.workSample.update({ where: { id: sampleId }, data: { stillId } });
    const seenBy = async (viewer: Person | null) => {
      const found = await Promise.all([mediaId, stillId].map((id) => findSampleMedia(viewer, id)));
      return found.map((file) => file && (file.isPublic ? "public" : "private"));
    };
    expect(await seenBy(null)).toEqual(["public", "public"]);
    await removeSample(owner, sampleId);
    for (const viewer of [null, other, admin]) expect(await seenBy(viewer)).toEqual([null, null]);
    expect(await seenBy(owner)).toEqual(["private", "private"]);
    // Once an admin has hidden it, admins can see it, too.
    await db.workSample.update({ where: { id: sampleId }, data: { hiddenAt: new Date() } });
    for (const viewer of [null, other]) expect(await seenBy(viewer)).toEqual([null, null]);
    for (const viewer of [owner, admin]) expect(await seenBy(viewer)).toEqual(["private", "private"]);
  });
});

test("a date in another notation is refused with an example", () => {
  const sample = { intent: "link", key: randomUUID(), title: "A trailer", url: "https://vimeo.com/1" };
  const refused = newSampleSchema.safeParse({ ...sample, madeOn: "11/21/2025" });
  expect(refused.error?.issues).toMatchObject([
    { path: ["madeOn"], message: "Please enter a date like 2026-03-31" },
  ]);
  expect(newSampleSchema.safeParse({ ...sample, madeOn: "2025-11-21" }).success).toBe(true);
});
