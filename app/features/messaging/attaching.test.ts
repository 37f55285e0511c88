import { randomUUID } from "node:crypto";
import { truncate } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "~/features/accounts/actor";
import { keysOf, sweepMedia } from "~/features/media/removing.server";
import { lockQuota, receiveUpload, usedBytes } from "~/features/media/storing.server";
import { paths } from "~/paths";
import { db, transaction } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { files } from "~/platform/files/files.server";
import { untilLockWait } from "../../../tests/support/locks";
import { givePlan, makeContributor, makeCreator } from "../../../tests/support/people";
import { fileFolder, pdf, picture, video } from "../../../tests/support/sample-files";
import { openTalk } from "../../../tests/support/talks";
import { findMessageMedia, storeFormFile, viewMessageFile } from "./attaching.server";
import { earlyRefusal } from "./attachment";
import { deleteMessage, editMessage } from "./changing.server";
import { leaveGroup, releaseUnseen, writeToGroup } from "./grouping.server";
import { setMessageHidden } from "./hiding.server";
import { listConversations } from "./inbox.server";
import { deletedPerson, refusalErrors } from "./message";
import { quoteConversation } from "./quoting.server";
import { sendMessage } from "./sending.server";
import { getThread } from "./threads.server";

let given: Awaited<ReturnType<typeof fileFolder>>;
let image: Buffer;
beforeAll(async () => {
  given = await fileFolder();
  image = await picture(400, 300).png().toBuffer();
});
afterAll(() => given.remove());

async function makePair(plan: "pro" | "agency" | null = "agency") {
  const [creator, contributor] = [await makeCreator(), await makeContributor()];
  if (plan) await givePlan(creator, plan);
  await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
  return { creator, contributor, conversationId: await openTalk(creator, contributor) };
}

const message = async (
  contents: Uint8Array | string,
  name = "file",
  content = "",
  messageId = randomUUID(),
) => ({
  messageId,
  content,
  file: await given.file(contents, name),
});

const lastOf = async (person: Actor, conversationId: string) =>
  (await getThread(person, conversationId, null))?.messages.at(-1);
const isHeld = async (mediaId: string) =>
  (await db.media.findUniqueOrThrow({ where: { id: mediaId } })).releasedAt === null;

describe("a message's file", () => {
  test("needs no text, is shown to both and to no one else, and is deleted with its message", async () => {
    const { creator, contributor, conversationId } = await makePair();
    expect(await sendMessage(creator, conversationId, await message(image, "board.png"))).toMatchObject({
      ok: true,
    });
    const shown = await lastOf(contributor, conversationId);
    expect(shown).toMatchObject({
      content: "",
      attachment: { kind: "image", name: "board.png", picture: { widths: [360, 400] } },
    });
    expect((await listConversations(contributor)).conversations[0]).toMatchObject({ lastLine: "Picture" });
    const mediaId = shown?.attachment?.mediaId ?? "";
    expect(await isHeld(mediaId)).toBe(true);

    const stranger = await makeContributor();
    const seen = async () =>
      Promise.all(
        [creator, contributor, stranger, null].map(async (viewer) =>
          Boolean(await findMessageMedia(viewer, mediaId)),
        ),
      );
    expect(await seen()).toEqual([true, true, false, false]);
    await db.block.create({ data: { blockerId: contributor.userId, blockedId: creator.userId } });
    expect(await seen()).toEqual([false, false, false, false]);
    await db.block.deleteMany({ where: { blockerId: contributor.userId } });

    expect(await editMessage(creator, conversationId, 1, "The board")).toEqual({ ok: true });
    expect(await editMessage(creator, conversationId, 1, " ")).toEqual({ ok: true });
    expect(await deleteMessage(creator, conversationId, 1)).toEqual({ ok: true });
    expect(await lastOf(contributor, conversationId)).toMatchObject({ state: "deleted", attachment: null });
    expect(await seen()).toEqual([false, false, false, false]);
    expect(await isHeld(mediaId)).toBe(false);
    await sendMessage(creator, conversationId, { messageId: randomUUID(), content: "Only text" });
    expect(await editMessage(creator, conversationId, 2, " ")).toMatchObject({ refused: "empty" });
  });

  test("opens in the viewer with its neighbors, except for hidden ones and documents, and says who sent each one", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const other = await makePair();
    await sendMessage(other.creator, other.conversationId, await message(image, "elsewhere.png"));
    await sendMessage(creator, conversationId, await message(image, "board.png"));
    const { attachment } = (await lastOf(contributor, conversationId)) ?? {};
    const mediaId = attachment?.mediaId ?? "";
    await sendMessage(creator, conversationId, await message(pdf, "notes.pdf"));
    await sendMessage(creator, conversationId, await message(image, "hidden.png", "Look"));
    const hidden = await db.message.findFirstOrThrow({ where: { conversationId, seq: 3 } });
    await transaction((tx) => setMessageHidden(tx, hidden.id, true));
    expect(await lastOf(contributor, conversationId)).toMatchObject({ state: "deleted", attachment: null });
    for (const viewer of [creator, contributor]) {
      const quote = await quoteConversation(viewer, conversationId, 3);
      expect(quote?.messages[2]).toMatchObject({ content: "", file: null, attachment: null });
      expect(await findMessageMedia(viewer, hidden.mediaId ?? "")).toBeNull();
      expect(await viewMessageFile(viewer, hidden.mediaId ?? "")).toBeNull();
      const [listed] = (await listConversations(viewer)).conversations;
      expect(listed?.frame?.mediaId).toBe(mediaId);
    }
    await sendMessage(contributor, conversationId, await message(await video("mp4"), "cut.mp4"));
    const cutId = (await lastOf(creator, conversationId))?.attachment?.mediaId ?? "";
    const seenBy = async (viewer: Actor, opened = mediaId) =>
      (await viewMessageFile(viewer, opened))?.works.map(
        ({ title, by, facts, picture, video: film, report }) => ({
          title,
          by,
          facts,
          isPicture: picture !== null,
          shape: film && [film.width, film.height],
          canReport: report !== null,
        }),
      );
    const board = { title: "board.png", facts: [], isPicture: true, shape: null };
    const cut = { title: "cut.mp4", facts: ["0:02"], isPicture: false, shape: [320, 180] };
    expect(await seenBy(creator)).toEqual([
      { ...board, by: "You", canReport: false },
      { ...cut, by: contributor.name, canReport: true },
    ]);
    expect(await seenBy(creator, cutId)).toEqual(await seenBy(creator));
    expect(await seenBy(contributor)).toEqual([
      { ...board, by: creator.name, canReport: true },
      { ...cut, by: "You", canReport: false },
    ]);
    for (const outsider of [other.creator, null]) expect(await viewMessageFile(outsider, mediaId)).toBeNull();
    await db.user.update({ where: { id: contributor.userId }, data: { suspendedAt: new Date() } });
    expect((await seenBy(creator))?.map(({ by }) => by)).toEqual(["You", deletedPerson]);
  });

  test("is stored and counted once no matter how often its form is sent; with another file it's another message", async () => {
    const { creator, conversationId } = await makePair();
    const messageId = randomUUID();
    const forms = await Promise.all(
      Array.from({ length: 4 }, () => message(image, "board.png", "Here", messageId)),
    );
    const outcomes = await Promise.all(forms.map((form) => sendMessage(creator, conversationId, form)));
    expect(outcomes).toEqual(forms.map(() => ({ ok: true, conversationId, seq: 1 })));
    expect(await db.message.count({ where: { conversationId } })).toBe(1);
    expect(await db.media.count({ where: { ownerId: creator.userId, releasedAt: null } })).toBe(1);
    expect(await db.userUsage.findUnique({ where: { userId: creator.userId } })).toMatchObject({
      messageCount: 1,
    });
    const stored = await db.media.count({ where: { ownerId: creator.userId } });
    expect(
      await sendMessage(creator, conversationId, await message(image, "board.png", "Here", messageId)),
    ).toMatchObject({ ok: true });
    expect(await db.media.count({ where: { ownerId: creator.userId } })).toBe(stored);
    const another = await message(image, "poster.png", "Here", messageId);
    for (const input of [another, { messageId, content: "Here" }])
      expect(await sendMessage(creator, conversationId, input)).toMatchObject({ refused: "id-taken" });
  });

  test("may be something other than a picture only from contributors, and from creators on Pro and Agency", async () => {
    const film = await video();
    const outcomes = async (person: Actor, conversationId: string) => {
      const kinds = [];
      for (const [contents, name] of [
        [pdf, "cut list.pdf"],
        [film, "cut.webm"],
        ["subtitles", "cut.srt"],
        [image, "a.png"],
      ] as const) {
        const sent = await sendMessage(person, conversationId, await message(contents, name));
        if (sent.ok) kinds.push((await lastOf(person, conversationId))?.attachment?.kind);
        else if (sent.refused === "file") kinds.push(`${sent.refused}: ${sent.why}`);
        else kinds.push(sent.refused);
      }
      return kinds;
    };
    const all = ["pdf", "video", "file", "image"];
    const pro = await makePair("pro");
    expect(await outcomes(pro.creator, pro.conversationId)).toEqual(all);
    expect(await outcomes(pro.contributor, pro.conversationId)).toEqual(all);
    const free = await makePair(null);
    expect(await outcomes(free.creator, free.conversationId)).toEqual([
      "file: type",
      "file: type",
      "file: type",
      "image",
    ]);
  });

  test("is refused in the browser only if the server would refuse it, too", async () => {
    const { creator, contributor, conversationId } = await makePair(null);
    const large = 21 * 2 ** 20;
    const outcomes = [];
    for (const [type, contents] of [
      ["image/tiff", Buffer.from("49492a0008000000", "hex")],
      ["image/vnd.adobe.photoshop", Buffer.from("8BPS\0\u0001")],
      ["image/png", image],
      ["application/pdf", pdf],
    ] as const)
      for (const person of [creator, contributor]) {
        const file = await given.file(contents, "layers");
        await truncate(file.path, large);
        const sent = await sendMessage(person, conversationId, {
          ...{ messageId: randomUUID(), content: "" },
          file: { ...file, bytes: large },
        });
        const early = earlyRefusal({ type, size: large }, person === contributor);
        expect([type, early]).toEqual([type, sent.ok ? null : refusalErrors(sent).file?.[0]]);
        outcomes.push(sent.ok);
      }
    expect(outcomes).toEqual([false, true, false, true, false, true, false, true]);
  });

  test.each([
    ["a program by its name", "text", "cut.mp4.exe"],
    ["a program by its name, hidden", "text", "cut.exe. "],
    ["a program by its bytes", Buffer.from(`MZ${"\0".repeat(200)}`), "cut.mp4"],
    ["a page", "<script>alert(1)</script>", "portfolio.html"],
    ["a drawing with a script", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "logo.svg"],
    ["an empty file", "", "empty.pdf"],
  ])("is refused with a reason: %s", async (_, contents, name) => {
    const { contributor, conversationId } = await makePair();
    const sent = await sendMessage(contributor, conversationId, await message(contents, name, "Look"));
    if (sent.ok) throw new Error("was sent");
    expect(sent.refused).toBe("file");
    expect(refusalErrors(sent).file?.[0]).toMatch(/^(You can't send programs|This file is empty)/);
    expect(await db.message.count({ where: { conversationId } })).toBe(0);
  });

  test("that's another person's upload, or a missing one, counts as not arrived", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const uploadId = randomUUID();
    await db.upload.create({ data: { id: uploadId, ownerId: creator.userId, bytes: 4, name: "x" } });
    for (const id of [uploadId, randomUUID(), "../x"])
      expect(
        await sendMessage(contributor, conversationId, {
          messageId: randomUUID(),
          content: "",
          file: { uploadId: id },
        }),
      ).toMatchObject({ refused: "file", why: "not-arrived" });
  });

  test("in a group is hidden from people who have left, and is deleted when the last one leaves", async () => {
    const [creator, one, two] = [await makeCreator(), await makeContributor(), await makeContributor()];
    await givePlan(creator, "agency");
    const sent = await writeToGroup(creator, [one.userId, two.userId], await message(image));
    if (!sent.ok) throw new Error(sent.refused);
    const { conversationId } = sent;
    const mediaId = (await lastOf(one, conversationId))?.attachment?.mediaId ?? "";
    const sees = async (person: Actor) => Boolean(await findMessageMedia(person, mediaId));
    await leaveGroup(one, conversationId);
    expect([await sees(one), await sees(two)]).toEqual([false, true]);
    expect(await quoteConversation(one, conversationId, null)).toBeNull();
    expect(await quoteConversation(two, conversationId, null)).not.toBeNull();
    expect(await isHeld(mediaId)).toBe(true);
    await Promise.all([leaveGroup(creator, conversationId), leaveGroup(two, conversationId)]);
    expect(await isHeld(mediaId)).toBe(false);
  });
});

test("a message's file is deleted with the last account that can see it, even in a group that others left", async () => {
  const { creator, contributor, conversationId } = await makePair();
  await sendMessage(creator, conversationId, await message(image, "board.png"));
  const sent = await lastOf(contributor, conversationId);
  const organizer = await makeContributor();
  const member = await makeCreator();
  const group = await writeToGroup(organizer, [member.userId], await message(image, "plan.png"));
  if (!group.ok) throw new Error(group.refused);
  const planned = await lastOf(member, group.conversationId);
  const media = await db.media.findMany({
    where: { id: { in: [sent, planned].map((one) => one?.attachment?.mediaId ?? "") } },
  });
  expect(media).toHaveLength(2);
  const sizes = () => Promise.all(media.flatMap(keysOf).map((key) => files.sizeOf(key)));
  const sweep = async () => {
    await releaseUnseen();
    await db.$executeRaw`
      UPDATE media SET released_at = released_at - interval '2 hours' WHERE id = ANY (${media.map(({ id }) => id)}::uuid[])`;
    await sweepMedia();
  };
  await db.user.delete({ where: { id: creator.userId } });
  await leaveGroup(member, group.conversationId);
  await sweep();
  expect(await sizes()).not.toContain(null);
  expect((await lastOf(contributor, conversationId))?.attachment).not.toBeNull();
  expect(await findMessageMedia(contributor, sent?.attachment?.mediaId ?? "")).not.toBeNull();

  await db.user.deleteMany({ where: { id: { in: [contributor.userId, organizer.userId] } } });
  await sweep();
  await sweep();
  expect((await sizes()).every((size) => size === null)).toBe(true);
  expect(await db.media.count({ where: { id: { in: media.map(({ id }) => id) } } })).toBe(0);
});

describe("a refused message's file", () => {
  const keep = async (person: Actor, contents: Uint8Array = image, name = "board.png") => {
    const kept = await storeFormFile(person, await given.file(contents, name));
    if (!kept.ok) throw new Error(JSON.stringify(kept.errors));
    return { uploadId: kept.fields.upload ?? "" };
  };
  const naming = (file: { uploadId: string }, content = "") => ({ messageId: randomUUID(), content, file });
  const waits = async ({ uploadId }: { uploadId: string }) =>
    Boolean(await db.media.findFirst({ where: { id: uploadId, releasedAt: { gt: new Date() } } }));

  test("is kept for the next attempt, hidden from everyone, counted toward the quota, and sent only once", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const file = await keep(creator);
    expect(await findMessageMedia(creator, file.uploadId)).toBeNull();
    const { bytes } = await db.media.findUniqueOrThrow({ where: { id: file.uploadId } });
    await db.user.update({ where: { id: contributor.userId }, data: { suspendedAt: new Date() } });
    expect(await sendMessage(creator, conversationId, naming(file))).toMatchObject({ refused: "gone" });
    expect(await waits(file)).toBe(true);
    expect(await transaction((tx) => usedBytes(tx, creator.userId))).toBe(Number(bytes));
    await db.user.update({ where: { id: contributor.userId }, data: { suspendedAt: null } });

    const forms = [naming(file), naming(file), naming(file)];
    // Holding the lock lets all three requests find the file before one of them stores its message.
    const { sending } = await transaction(async (tx) => {
      await tx.$executeRaw`SELECT 1 FROM conversations WHERE id = ${conversationId}::uuid FOR UPDATE`;
      const sending = forms.map((form) => sendMessage(creator, conversationId, form));
      await untilLockWait(forms.length);
      return { sending };
    });
    const outcomes = await Promise.all(sending);
    expect(outcomes.map((one) => one.ok || one.refused).sort()).toEqual(["id-taken", "id-taken", true]);
    expect(await isHeld(file.uploadId)).toBe(true);
    expect(await sendMessage(creator, conversationId, naming(file))).toMatchObject({ why: "not-arrived" });
    expect(await lastOf(contributor, conversationId)).toMatchObject({
      seq: 1,
      attachment: { name: "board.png" },
    });
    await deleteMessage(creator, conversationId, 1);
    expect(await sendMessage(creator, conversationId, naming(file))).toMatchObject({ why: "not-arrived" });
  });

  test("is neither lost nor asked for again if the form is sent again while it's being stored", async () => {
    const { creator, conversationId } = await makePair();
    const arrived = async () => {
      const asked = new Request(new URL(paths.uploads(), env.APP_URL), {
        method: "POST",
        headers: {
          "Tus-Resumable": "1.0.0",
          "Upload-Length": String(pdf.length),
          "Content-Length": String(pdf.length),
          "Content-Type": "application/offset+octet-stream",
        },
        body: new Uint8Array(pdf),
      });
      const begun = await receiveUpload(creator, asked);
      return { uploadId: begun.headers.get("Location")?.split("/").at(-1) ?? "" };
    };
    const form = naming(await arrived(), "Here");
    const { first, again } = await transaction(async (tx) => {
      await lockQuota(tx, creator.userId);
      const first = sendMessage(creator, conversationId, form);
      await untilLockWait();
      // This happens after a lost connection, or in another tab.
      const again = await Promise.all(
        [form, naming(form.file)].map((one) => sendMessage(creator, conversationId, one)),
      );
      await sweepMedia();
      return { first: { sending: first }, again };
    });
    expect(again).toMatchObject([{ why: "storing" }, { why: "storing" }]);
    expect(await first.sending).toMatchObject({ ok: true, seq: 1 });
    expect(await sendMessage(creator, conversationId, form)).toMatchObject({ ok: true, seq: 1 });
    expect(await db.upload.count({ where: { ownerId: creator.userId } })).toBe(0);

    // After a process is killed midway, or the database fails over, the next attempt stores the file, or the sweep
    // removes it.
    const [cut, left] = [await arrived(), await arrived()];
    await db.$executeRaw`UPDATE uploads SET taken_at = now() - interval '91 seconds', created_at = now() - interval '25 hours'
      WHERE id IN (${cut.uploadId}::uuid, ${left.uploadId}::uuid)`;
    expect(await sendMessage(creator, conversationId, naming(cut))).toMatchObject({ ok: true });
    await sweepMedia();
    expect(await db.upload.count({ where: { ownerId: creator.userId } })).toBe(0);
  });

  test("can be used only by its owner, and only if the plan still allows its kind", async () => {
    const { creator, contributor, conversationId } = await makePair();
    const [own, text] = [await keep(creator), await keep(creator, pdf, "a.pdf")];
    expect(await sendMessage(contributor, conversationId, naming(own))).toMatchObject({ why: "not-arrived" });
    for (const uploadId of ["", "../x", randomUUID()])
      expect(await sendMessage(creator, conversationId, naming({ uploadId }))).toMatchObject({ ok: false });
    await givePlan(creator, "free");
    expect(await sendMessage(creator, conversationId, naming(text))).toMatchObject({ why: "type" });
    expect([await waits(own), await waits(text)]).toEqual([true, true]);
  });

  test("is deleted after a day, or when its message is sent again with another file", async () => {
    const { creator, conversationId } = await makePair();
    const [old, young] = [await keep(creator), await keep(creator)];
    await db.$executeRaw`
      UPDATE media SET released_at = released_at - interval '24 hours 1 minute' WHERE id = ${old.uploadId}::uuid`;
    await sweepMedia();
    const left = await db.media.findMany({ where: { ownerId: creator.userId } });
    expect(left.map(({ id }) => id)).toEqual([young.uploadId]);

    const form = naming(await keep(creator), "Here");
    await sendMessage(creator, conversationId, form);
    const again = await keep(creator);
    expect(await sendMessage(creator, conversationId, { ...form, file: again })).toMatchObject({ ok: true });
    expect([await waits(again), await isHeld(form.file.uploadId)]).toEqual([false, true]);
  });
});
