import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { adminPaths } from "~/admin-paths";
import { signOut } from "~/features/accounts/sessions.server";
import { audioFormats, keptFormats, pictureFormats, pictureTooLarge } from "~/features/media/media";
import { writeTo } from "~/features/messaging/sending.server";
import { addLink } from "~/features/portfolio/adding.server";
import { sampleLimits } from "~/features/portfolio/sample";
import { mostBriefFilesWords } from "~/features/projects/brief";
import { cancelProject } from "~/features/projects/closing.server";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { startApp } from "../support/app";
import { whileBroken } from "../support/broken-table";
import {
  givePlan,
  makeAdmin,
  makeContributor,
  makeCreator,
  type Person,
  signInAgain,
} from "../support/people";
import { makeProject } from "../support/projects";
import { as, type Reply, textOf, type Visitor } from "../support/request";
import { pdf, picture, smallDisk, video } from "../support/sample-files";
import { fillIn, forge, press, type Submission, send, unmarked } from "../support/submitting";
import { makeTalk, say } from "../support/talks";
import { makeSound } from "../support/videos";

let app: Awaited<ReturnType<typeof startApp>>;
let contributor: Person;
let film: Buffer;
beforeAll(async () => {
  app = await startApp();
  contributor = await makeContributor({ name: "Wren Work" });
  film = Buffer.from(await video("mp4"));
});
afterAll(() => app.stop());

interface GivenFile {
  body: Buffer;
  name?: string;
}

const asFile = ({ body, name = "work" }: GivenFile) => new File([Uint8Array.from(body)], name);
const withoutFile = (form: Submission): Submission => ({
  ...form,
  fields: form.fields.filter(([name]) => name !== "file"),
});

/**
 * Adds a sample with the page's form. `script` has fields that the page's script sends instead of the file, or that no
 * page sends.
 */
async function add(visitor: Visitor, title: string, file?: GivenFile, script: Record<string, string> = {}) {
  const typed = { "Choose a file": asFile(file ?? { body: pdf }), Title: title };
  const form = fillIn(await visitor.get(paths.newSample()), "Add to your work", typed);
  const sent = Object.entries(script).reduce((one, [name, value]) => forge(one, name, value), form);
  return send(visitor, file ? sent : withoutFile(sent));
}
const sampleOf = (person: Person, title: string) =>
  db.workSample.findFirstOrThrow({ where: { profileId: person.userId, title }, include: { media: true } });

test("a full disk is reported on a page, once the whole form has arrived", async ({ skip }) => {
  const disk = await smallDisk();
  if (!disk) return skip();
  vi.stubEnv("TMPDIR", disk.folder);
  try {
    const reply = await add(as(contributor), "A long film", { body: Buffer.alloc(10 * 2 ** 20) });
    expect(reply.status).toBe(507);
    expect(reply.text).toContain("We're out of space for files right now. Please try again later.");
  } finally {
    vi.unstubAllEnvs();
    await disk.remove();
  }
});

describe("a sample", () => {
  test("is moved, and set or removed as the cover, with the buttons next to it", async () => {
    const person = await makeContributor();
    const visitor = as(person);
    const body = await picture(400, 300).png().toBuffer();
    for (const title of ["First", "Second", "Third"]) await add(visitor, title, { body });
    const orderAfter = async (words: string) => {
      const reply = await press(visitor, paths.samples(), words);
      expect([words, reply.status]).toEqual([words, 303]);
      const samples = await db.workSample.findMany({
        where: { profileId: person.userId },
        orderBy: { position: "asc" },
      });
      return samples.map(({ title, isCover }) => (isCover ? `${title} (cover)` : title));
    };
    expect(await orderAfter("Move down First")).toEqual(["Second", "First", "Third"]);
    expect(await orderAfter("Move up Third")).toEqual(["Second", "Third", "First"]);
    expect(await orderAfter("Use as cover Third")).toContain("Third (cover)");
    expect(await orderAfter("Don't use as cover Third")).not.toContain("Third (cover)");
  });

  test("can't be added beyond twelve, and the page says so before anything is uploaded", async () => {
    const person = await makeContributor();
    const visitor = as(person);
    const add = async (title: string) =>
      addLink(
        person,
        randomUUID(),
        { title, part: "", alt: null, serviceId: null, madeOn: null },
        "https://example.com/",
      );
    for (let one = 1; one < sampleLimits.count; one += 1) await add(`Sample ${one}`);
    expect((await visitor.get(paths.newSample())).html).toContain('name="title"');
    await add("The last one");
    for (const query of [{}, { kind: "link" as const }]) {
      const page = await visitor.get(paths.newSample(query));
      expect(page.text).toContain("You've reached the limit of 12 samples. Remove one to add another.");
      expect(page.html).not.toContain('name="title"');
    }
  });

  test("is added, shown to everyone, edited, removed and restored", async () => {
    const visitor = as(contributor);
    const body = await picture(900, 600).png().toBuffer();
    const sample = {
      "Choose a file": asFile({ body }),
      Title: "A <b>poster</b>",
      "What it shows": "Red over <i>blue</i>",
    };
    const added = await press(visitor, paths.newSample(), "Add to your work", sample);
    const { id, mediaId } = await sampleOf(contributor, "A <b>poster</b>");
    expect(added).toMatchObject({ status: 303, location: paths.samples({ added: id }) });
    const page = await as(null).get(paths.profile(contributor.userId));
    expect(page.html).toContain(paths.media(mediaId ?? "", "720.avif"));
    expect(page.html).toContain("A &lt;b&gt;poster&lt;/b&gt;");
    expect(page.html).toContain('alt="Red over &lt;i&gt;blue&lt;/i&gt;"');
    const shown = await as(null).get(paths.media(mediaId ?? "", "360.webp"));
    expect(shown).toMatchObject({ status: 200 });
    expect(shown.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=86400, s-maxage=60",
    });
    for (const name of ["361.webp", "360.webpx", "360.png", "file"])
      expect([name, (await as(null).get(paths.media(mediaId ?? "", name))).status]).toEqual([name, 404]);

    const unknown = { intent: "save", title: "A <b>poster</b>", service: "2147483648" };
    expect((await visitor.post(paths.sample(id), unknown)).status).toBe(303);
    const changes = { Title: "A poster", "Your role": "All of it" };
    const edit = await press(visitor, paths.sample(id), "Save", changes);
    expect(edit.location).toBe(paths.samples());
    expect((await visitor.get(edit.location)).text).toContain("Sample saved");
    expect((await visitor.get(paths.view("sample", id))).text).toContain("All of it");
    const samples = await visitor.get(paths.samples());
    for (const { text } of [samples, await visitor.get(paths.ownData())])
      expect(text).toMatch(/Storage [1-9]\d* KB of 2 GB used Your work [1-9]\d* KB/);
    const removed = await press(visitor, samples, "Remove A poster");
    expect(removed.location).toBe(paths.samples({ removed: id }));
    const undo = await visitor.get(removed.location);
    expect(undo.text).toContain("Sample removed. Undo");
    expect((await as(null).get(paths.media(mediaId ?? "", "360.webp"))).status).toBe(404);
    await press(visitor, undo, "Undo");
    expect((await as(null).get(paths.profile(contributor.userId))).text).toContain("A poster");
  });

  test.each<[string, { body: Buffer; name?: string } | undefined, number, string]>([
    ["no file", undefined, 400, "Please choose a file."],
    ["a web page", { body: Buffer.from("<!doctype html>") }, 422, "This isn't a picture"],
    [
      "a damaged picture",
      { body: Buffer.from("ffd8ffe000104a464946000101", "hex") },
      422,
      "We can't read this picture. It may be damaged or incomplete.",
    ],
  ])("is refused with an explanation, and keeps what was typed: %s", async (_what, file, status, words) => {
    const page = await add(as(contributor), "Typed with care", file);
    expect(page.status).toBe(status);
    expect(page.text).toContain(words);
    expect(page.html).toContain('value="Typed with care"');
  });

  test("gets its title from its file's name if the form sends none", async () => {
    const person = await makeContributor();
    const body = await picture(40, 30).png().toBuffer();
    for (const name of ["archipelago-final_v3.png", `${"long ".repeat(60)}.png`, ".png"])
      expect((await add(as(person), "", { body, name })).status).toBe(303);
    const samples = await db.workSample.findMany({
      where: { profileId: person.userId },
      orderBy: { position: "asc" },
    });
    expect(samples.map(({ title }) => title)).toEqual([
      "Archipelago final v3",
      expect.stringMatching(/^Long( long){20,}( l)?$/),
      "Untitled",
    ]);
  });

  test("over 500 MB is refused before it's sent", async () => {
    const page = await as(contributor).send("POST", paths.newSample(), {
      headers: {
        "Content-Type": "multipart/form-data; boundary=a-boundary",
        "Content-Length": String(501 * 2 ** 20),
      },
      body: "",
    });
    expect(page.status).toBe(413);
    expect(page.text).toContain("up to 500 MB");
  });

  test("may have its own picture", async () => {
    const visitor = as(contributor);
    await add(visitor, "With a still", { body: film });
    const { id } = await sampleOf(contributor, "With a still");
    const body = await picture(400, 300).jpeg().toBuffer();
    const still = { Picture: asFile({ body }) };
    const saved = await press(visitor, paths.sample(id), "Save picture", still);
    expect(saved.status).toBe(303);
    expect((await visitor.get(saved.location)).text).toContain("Picture saved");
    expect((await sampleOf(contributor, "With a still")).stillId).not.toBeNull();
    const wrong = { Picture: asFile({ body: pdf }) };
    const refused = await press(visitor, paths.sample(id), "Save picture", wrong);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`This isn't a picture (${pictureFormats}).`);
    const none = await send(
      visitor,
      withoutFile(fillIn(await visitor.get(paths.sample(id)), "Save picture", still)),
    );
    expect([none.status, none.text.includes("Please choose a picture.")]).toEqual([400, true]);
    expect((await sampleOf(contributor, "With a still")).stillId).not.toBeNull();
    const dropped = await press(visitor, paths.sample(id), "Remove picture");
    expect((await visitor.get(dropped.location)).text).toContain("Picture removed");
    expect((await sampleOf(contributor, "With a still")).stillId).toBeNull();
  });

  test("that was removed too long ago can't be restored, and the page says so", async () => {
    const visitor = as(contributor);
    await add(visitor, "Gone for long", { body: pdf });
    const { id } = await sampleOf(contributor, "Gone for long");
    const page = await visitor.get((await press(visitor, paths.samples(), "Remove Gone for long")).location);
    await db.workSample.update({
      where: { id },
      data: { removedAt: new Date(Date.now() - 61 * 60_000) },
    });
    const { location } = await press(visitor, page, "Undo");
    expect(location).toBe(paths.samples());
    expect((await visitor.get(location)).text).toContain(
      "Sample not restored This sample can't be restored anymore.",
    );
  });
});

/** The page without the reference, which is different each time. */
async function lookOf(visitor: Visitor, path: string) {
  const { status, text } = await visitor.get(path);
  return [status, text.replace(/Reference: \S+/, "")];
}

describe("the viewer", () => {
  test("shows a sample with the person's other work, and links back to where it was opened", async () => {
    const person = await makeContributor({ name: "Vera View" });
    const visitor = as(person);
    const body = await picture(900, 600).png().toBuffer();
    await add(visitor, "A film", { body: film });
    await add(visitor, "A <b>poster</b>", { body });
    await add(visitor, "A script", { body: pdf });
    const profile = paths.profile(person.userId);
    const poster = await sampleOf(person, "A <b>poster</b>");
    const [film1, script] = [await sampleOf(person, "A film"), await sampleOf(person, "A script")];

    // The preview's card, like the deck's, begins with work that has a picture.
    const own = (await visitor.get(paths.samples())).html;
    const [preview = ""] = /class="mini film.*?class="by"/s.exec(own) ?? [];
    expect(preview.match(/class="frame/g)).toHaveLength(1);
    expect(preview).toContain(`/media/${poster.mediaId}/`);

    const opened = /href="(\/view\/sample\/[^"]+)"/.exec((await as(null).get(profile)).html)?.[1] ?? "";
    const viewer = await as(null).get(opened.replaceAll("&amp;", "&"));
    // The cover comes before the other samples.
    expect(viewer.text).toContain("Work by Vera View");
    expect(viewer.text).toContain("1 of 3: A <b>poster</b>");
    expect(viewer.html).toContain(`href="${profile}#work-${poster.id}"`);
    expect(viewer.html).toContain(`href="${paths.reportThing("sample", poster.id)}"`);
    expect(viewer.html).toContain(`${paths.media(poster.mediaId ?? "", "900.avif")} 900w`);
    expect(viewer.html).not.toContain("<script");
    for (const other of [film1, script]) expect(viewer.html).toContain(paths.view("sample", other.id));
    const playing = await as(null).get(paths.view("sample", film1.id));
    expect(playing.html).toMatch(/<video[^>]*controls[^>]*src="\/media\//);
    const reading = await as(null).get(paths.view("sample", script.id));
    expect(reading.text).toContain("Download the PDF (1 KB)");
    expect(reading.html).not.toContain("<audio");
    expect((await visitor.get(paths.view("sample", poster.id))).html).not.toContain("/report/");

    for (const from of [
      "//evil.example",
      "https://evil.example/",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const { html } = await as(null).get(paths.view("sample", poster.id, { from }));
      expect([from, /<a[^>]*data-close=""[^>]*>/.exec(html)?.[0]]).toEqual([
        from,
        expect.stringContaining(`href="${profile}"`),
      ]);
      expect(html).not.toContain("evil.example");
    }
  });

  test("is as restricted as the profile whose work it shows", async () => {
    const [pending, creator, blocked] = [
      await makeContributor({ status: "pending" }),
      await makeCreator(),
      await makeCreator(),
    ];
    const body = await picture(400, 300).png().toBuffer();
    for (const person of [pending, contributor]) await add(as(person), "A still life", { body });
    const hidden = paths.view("sample", (await sampleOf(pending, "A still life")).id);
    const open = await sampleOf(contributor, "A still life");
    await db.block.create({ data: { blockerId: contributor.userId, blockedId: blocked.userId } });
    const unknown = paths.view("sample", randomUUID());
    const refused = [
      [as(null), hidden],
      [as(creator), hidden],
      [as(blocked), paths.view("sample", open.id)],
      [as(creator), paths.view("reference", open.mediaId ?? "")],
      [as(creator), paths.view("message", open.mediaId ?? "")],
      [as(creator), paths.view("sample", open.mediaId ?? "")],
    ] as const;
    for (const [visitor, path] of refused)
      expect(await lookOf(visitor, path)).toEqual(await lookOf(visitor, unknown));
    expect((await as(null).get(unknown)).status).toBe(404);
    for (const visitor of [as(pending), as(await makeAdmin())])
      expect((await visitor.get(hidden)).status).toBe(200);
    expect((await as(creator).get(paths.view("sample", open.id))).status).toBe(200);
    await press(as(contributor), paths.samples(), "Remove A still life");
    expect((await as(creator).get(paths.view("sample", open.id))).status).toBe(404);
  });
});

describe("a video", () => {
  test("plays from any position, and loads nothing before that", async () => {
    await add(as(contributor), "A film", { body: film });
    const { mediaId } = await sampleOf(contributor, "A film");
    const url = paths.media(mediaId ?? "", "file");
    const { id } = await sampleOf(contributor, "A film");
    const page = await as(null).get(paths.view("sample", id));
    expect(page.html).toMatch(/<video[^>]+preload="none"/);
    const part = await as(null).get(url, { headers: { Range: "bytes=10-19" } });
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({
      "content-range": `bytes 10-19/${film.length}`,
      "content-length": "10",
      "content-type": "video/mp4",
    });
    const beyond = await as(null).get(url, { headers: { Range: `bytes=${film.length}-` } });
    expect(beyond).toMatchObject({ status: 416 });
    const etag = String(part.headers.etag);
    const rest = await as(null).get(url, { headers: { Range: "bytes=0-4", "If-Range": etag } });
    expect(rest.status).toBe(206);
    expect((await as(null).get(url, { headers: { "If-None-Match": etag } })).status).toBe(304);
  });
});

describe("a PDF", () => {
  test("is saved under its name, never displayed", async () => {
    await add(as(contributor), "A script", { body: pdf, name: "C:\\work\\script.pdf" });
    const { mediaId } = await sampleOf(contributor, "A script");
    const file = await as(null).get(paths.media(mediaId ?? "", "file"));
    expect(file.headers["content-disposition"]).toBe(
      `attachment; filename="script.pdf"; filename*=UTF-8''script.pdf`,
    );
    expect(file.headers["content-security-policy"]).toContain("sandbox");
  });
});

describe("a brief's references", () => {
  test("are added on their own page, shown with the project, and not found for anyone who may not see it", async () => {
    const creator = await makeCreator();
    const visitor = as(creator);
    const attach = async (file?: GivenFile) => {
      const given = { "Add files": asFile(file ?? { body: pdf }) };
      const form = fillIn(await visitor.get(paths.briefFiles()), "Add to brief", given);
      return send(visitor, file ? form : withoutFile(form));
    };
    const beside = async () => (await visitor.get(paths.briefFiles())).text;
    expect(await beside()).toContain("PDFs and audio come with Pro and Agency.");
    const free = await attach({ body: pdf, name: "script.pdf" });
    expect([free.status, free.text]).toEqual([
      422,
      expect.stringContaining("Your plan lets you add pictures"),
    ]);
    await givePlan(creator, "pro");
    expect(await beside()).toContain("and PDFs, up to 20 MB each");
    for (const [file, status, words] of [
      [undefined, 400, "Please choose a file."],
      [{ body: film }, 422, "This isn't a picture"],
      [{ body: Buffer.from("<!doctype html>"), name: "a.pdf" }, 422, "This isn't a picture"],
    ] as const) {
      const refused = await attach(file);
      expect(refused.status).toBe(status);
      expect(refused.text).toContain(words);
      expect(refused.text).toContain("Your file wasn't added");
    }
    expect(
      await attach({ body: await picture(700, 400).png().toBuffer(), name: "../frame.png" }),
    ).toMatchObject({ status: 303, location: paths.briefFiles() });
    await attach({ body: pdf, name: "script.pdf" });
    expect((await visitor.get(paths.projectBrief())).text).toContain("References (2)");
    const media = await db.media.findMany({
      where: { ownerId: creator.userId, releasedAt: null },
      orderBy: { createdAt: "asc" },
    });
    const urls = media.map(({ id, kind }) => paths.media(id, kind === "image" ? "360.webp" : "file"));
    const statusesFor = (who: Visitor) => Promise.all(urls.map(async (url) => (await who.get(url)).status));
    expect(await statusesFor(as(contributor))).toEqual([404, 404]);

    const title = { Title: "With references" };
    const last = await press(visitor, paths.projectBrief({ step: "details" }), "Budget", title);
    const preview = await visitor.get(paths.projectBrief({ step: "preview" }));
    expect(preview.text).toContain("Download script.pdf, 1 KB");
    const draft = await visitor.get(paths.briefFiles());
    const posted = await press(visitor, last.location, "Post Project");
    const early = await press(visitor, draft, "Remove script.pdf");
    expect(early.location).toBe(paths.projects());
    expect((await visitor.get(early.location)).text).toContain(
      "Nothing changed You've already posted this brief. You can change its files on the project's page.",
    );
    const page = await as(contributor).get(posted.location);
    expect(page.text).toContain("Frame");
    expect(page.text).toContain("Download script.pdf, 1 KB");
    expect(await statusesFor(as(contributor))).toEqual([200, 200]);
    expect(await statusesFor(as(null))).toEqual([404, 404]);
    const [reference = "", script = ""] = media.map(({ id }) => paths.view("reference", id));
    expect(page.html).toContain(`href="${reference}?from=`);
    const profile = await as(contributor).get(paths.profile(creator.userId));
    expect(profile.html).toContain("--ar:700/400;--w:1.75");
    const back = `${paths.profile(creator.userId)}#work-${media[0]?.id}`;
    expect(profile.html).toContain(`href="${reference}?from=${encodeURIComponent(back)}"`);
    await db.match.create({ data: { creatorId: creator.userId, contributorId: contributor.userId } });
    await writeTo(contributor, creator.userId, say("Hello there"));
    const matches = `${paths.matches()}#work-${media[0]?.id}`;
    expect((await as(contributor).get(paths.matches())).html).toContain(
      `href="${reference}?from=${encodeURIComponent(matches)}"`,
    );
    const viewer = await as(contributor).get(reference);
    expect(viewer.text).toContain("1 of 1: Frame");
    expect(viewer.html).toContain("/report/project/");
    // PDFs are sent as downloads.
    for (const [who, path] of [
      [as(contributor), script],
      [as(null), reference],
    ] as const)
      expect(await lookOf(who, path)).toEqual(await lookOf(who, paths.view("reference", randomUUID())));
    const file = await as(contributor).get(urls[1] ?? "");
    expect(file.headers).toMatchObject({ "cache-control": "private, no-cache" });
    expect(file.headers["content-disposition"]).toContain("attachment");

    const projectId = new URL(posted.location, "http://x").pathname.split("/").at(-1) ?? "";
    const again = paths.repostProject(projectId);
    const asked = await visitor.get(again);
    expect(asked.text).toContain("We'll copy this project with its 2 references to a draft.");
    expect((await press(visitor, asked, "Copy to draft")).location).toBe(paths.projectBrief());
    const copied = await visitor.get(paths.briefFiles());
    expect(copied.text).toContain("2 of 10 files.");

    const removed = await visitor.get((await press(visitor, copied, "Remove script.pdf")).location);
    expect(removed.text).toMatch(/File removed .*1 of 10 files\./);
    expect(removed.text).not.toContain("script.pdf");
    const own = await visitor.get(paths.briefFiles({ project: projectId }));
    expect(own.text).toContain("2 of 10 files.");
    await cancelProject(creator, projectId);
    const late = await visitor.get((await press(visitor, own, "Remove script.pdf")).location);
    expect(late.text).toMatch(
      /Nothing changed This project is closed\. Reopen it to change its files\. .*References This project is closed Reopen it/,
    );
    expect(late.text).not.toContain("Add to brief");
    expect(await db.briefFile.count({ where: { projectId } })).toBe(2);
  });
});

describe("several references from one form", () => {
  test("if some are refused, names each one with the reason, and keeps the others", async () => {
    const [creator, stranger] = [await makeCreator(), await makeCreator()];
    for (const person of [creator, stranger]) await givePlan(person, "pro");
    const visitor = as(creator);
    const attach = (who: Visitor, shown: Reply | string, given: GivenFile[]) =>
      press(who, shown, "Add to brief", { "Add files": given.map(asFile) });
    const one = (name: string) => ({ body: pdf, name });
    const page = await attach(visitor, paths.briefFiles(), [
      one("one.pdf"),
      { body: Buffer.from("<!doctype html>"), name: "page.pdf" },
      { body: Buffer.concat([pdf, Buffer.alloc(20 * 2 ** 20)]), name: "..\\large.pdf" },
      one("four.pdf"),
    ]);
    expect(page.status).toBe(422);
    expect(page.text).toContain("Some files weren't added");
    expect(page.text).toContain("2 of 4 files were added.");
    expect(page.text).toContain(
      `page.pdf: This isn't a picture (${keptFormats}), a PDF or an audio file (${audioFormats}).`,
    );
    expect(page.text).toContain("large.pdf: This PDF is too large. PDFs can be up to 20 MB.");
    for (const words of ["2 of 10 files.", "Download one.pdf", "Download four.pdf"])
      expect(page.text).toContain(words);

    const numbers = Array.from({ length: 12 }, (_, index) => one(`${index + 1}.pdf`));
    // The page no longer shows its form at the limit, so this sends the form of the earlier page.
    const late = await visitor.get(paths.briefFiles());
    const full = await attach(visitor, page, numbers);
    expect(full.status).toBe(409);
    for (const words of [
      "8 of 12 files were added.",
      "9.pdf: A brief can have up to 10 files",
      "12.pdf: A brief",
    ])
      expect(full.text).toContain(words);
    expect(full.text).toContain("10 of 10 files.");
    const atLimit = await visitor.get(paths.briefFiles());
    expect(atLimit.text).toContain(mostBriefFilesWords);
    expect(atLimit.text).not.toContain("Add to brief");
    const many = Array.from({ length: 60 }, () => one("x.pdf"));
    expect((await attach(visitor, late, many)).status).toBe(400);

    const two = [one("a.pdf"), one("b.pdf")];
    expect(await attach(as(null), late, two)).toMatchObject({ status: 401 });
    const theirs = unmarked(fillIn(late, "Add to brief", { "Add files": two.map(asFile) }));
    expect(await send(as(contributor), theirs)).toMatchObject({ status: 403 });
    const other = await send(as(stranger), theirs);
    expect(other).toMatchObject({ status: 303, location: paths.briefFiles() });
    expect(await db.briefFile.count({ where: { creatorId: creator.userId } })).toBe(10);
  });
});

test("no page that shows work loads pictures or video stills under Save-Data", async () => {
  const { creator, contributor: editor, conversationId } = await makeTalk();
  const body = await picture().png().toBuffer();
  const dealt = await makeContributor({ name: "Dana Dealt", services: ["Writer"] });
  for (const person of [editor, dealt]) await add(as(person), "A picture", { body });
  await add(as(editor), "Another picture", { body });
  await add(as(editor), "A film", { body: film });
  const { id: filmId } = await sampleOf(editor, "A film");
  const file = asFile({ body });
  await press(as(editor), paths.sample(filmId), "Save picture", { Picture: file });
  await db.profile.updateMany({
    where: { id: { in: [creator.userId, editor.userId, dealt.userId] } },
    data: { avatarUrl: "/avatars/0123456789abcdef" },
  });
  const projectId = await makeProject(creator);
  const references = paths.briefFiles({ project: projectId });
  await press(as(creator), references, "Add to brief", { "Add files": file });
  const { id: pictureId } = await sampleOf(editor, "A picture");
  const { id: otherId } = await sampleOf(editor, "Another picture");
  await db.projectApplication.create({
    data: { projectId, contributorId: editor.userId, note: "Hello", sampleIds: [pictureId, otherId, filmId] },
  });
  await press(as(creator), paths.conversation(conversationId), "Send", { File: file });
  const { id: matchId } = await db.match.findFirstOrThrow({ where: { creatorId: creator.userId } });

  const loads = /<img|<source|<image|\bposter=|\bsrcset=|imagesrcset|as="image"|url\(/i;
  for (const [visitor, path] of [
    [as(creator), paths.discover()],
    [as(creator), paths.matches()],
    [as(creator), paths.match(matchId)],
    [as(creator), paths.profile(editor.userId)],
    [as(creator), paths.view("sample", pictureId)],
    [as(creator), paths.project(projectId)],
    [as(editor), paths.project(projectId)],
    [as(creator), paths.compareApplicants(projectId)],
    [as(creator), paths.applicant(projectId, editor.userId)],
    [as(creator), paths.briefFiles({ project: projectId })],
    [as(creator), paths.dashboard()],
    [as(creator), paths.messages()],
    [as(creator), paths.conversation(conversationId)],
    [as(editor), paths.ownProfile()],
    [as(editor), paths.samples()],
  ] as const) {
    const [rich, light] = [
      await visitor.get(path),
      await visitor.get(path, { headers: { "Save-Data": "on" } }),
    ];
    const found = [rich, light].map(({ status, html }) => [status, loads.test(html)]);
    expect({ path, found }).toEqual({
      path,
      found: [
        [200, true],
        [200, false],
      ],
    });
  }
  // A creator's work is their samples or, without any, their references.
  for (const [reader, words] of [
    [creator, "Rafa's work"],
    [editor, "Cleo's work"],
  ] as const)
    expect((await as(reader).get(paths.conversation(conversationId))).text).toContain(words);
  // A list's first picture is visible right away, so it must not be loaded lazily.
  const lists = [
    [as(creator), paths.applicant(projectId, editor.userId)],
    [as(editor), paths.samples()],
  ] as const;
  for (const [visitor, path] of lists) {
    const { html } = await visitor.get(path);
    const figures = [...html.matchAll(/<(?:a [^>]*class="frame|li class="mine").*?<\/(?:a|li)>/gs)].map(
      ([one]) => one,
    );
    const loading = figures.flatMap((figure) => /<img[^>]*loading="(\w+)"/.exec(figure)?.[1] ?? []);
    expect([path, loading]).toEqual([path, ["eager", "lazy", "lazy"]]);
  }
});

describe("a resumable upload", () => {
  const tus = { "Tus-Resumable": "1.0.0" };
  const begin = (visitor: Visitor, length: number, headers = {}) =>
    visitor.send("POST", paths.uploads(), {
      headers: {
        ...tus,
        "Upload-Length": String(length),
        "Upload-Metadata": `filename ${Buffer.from("../film.mp4").toString("base64")}`,
        ...headers,
      },
      body: "",
    });
  const patch = (
    visitor: Visitor,
    url: string,
    offset: number,
    body: Buffer,
    headers = {},
    midway?: () => Promise<void>,
  ) =>
    visitor.send("PATCH", url, {
      midway,
      headers: {
        ...tus,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": String(offset),
        ...headers,
      },
      body,
    });

  test("arrives in parts, and becomes a sample once", async () => {
    const visitor = as(contributor);
    const begun = await begin(visitor, film.length);
    expect(begun.status).toBe(201);
    const url = String(begun.headers.location);
    expect((await patch(visitor, url, 0, film.subarray(0, 700))).status).toBe(204);
    const asked = await visitor.send("HEAD", url, { headers: tus });
    expect(asked.headers["upload-offset"]).toBe("700");
    const upload = url.split("/").at(-1) ?? "";
    expect((await add(visitor, "Too early", undefined, { upload })).text).toContain(
      "The upload didn't finish",
    );
    expect((await patch(visitor, url, 700, film.subarray(700))).headers["upload-offset"]).toBe(
      String(film.length),
    );
    const stranger = await add(as(await makeCreator()), "Not mine", undefined, { upload });
    expect(stranger.text).toContain("The upload didn't finish");
    const [one, other] = await Promise.all(
      ["First", "Second"].map((title) => add(visitor, title, undefined, { upload })),
    );
    // One request stores the sample. Depending on the timing, the other one must wait or is told that the file has
    // already been used.
    expect([one?.status, other?.status].sort()).toEqual([303, expect.toBeOneOf([409, 422])]);
    const kept = await db.workSample.findMany({
      where: { profileId: contributor.userId, title: { in: ["First", "Second"] } },
      include: { media: true },
    });
    expect(kept).toMatchObject([{ kind: "video", media: { name: "film.mp4", bytes: BigInt(film.length) } }]);
    expect(await db.upload.count({ where: { id: upload } })).toBe(0);
  });

  test("of an audio file adds its waveform, and the file plays from any position", async () => {
    const person = await makeContributor();
    const sound = Buffer.from(await makeSound("ogg"));
    const begun = await begin(as(person), sound.length, { "Upload-Metadata": `peaks ${btoa("0,50,100")}` });
    const url = String(begun.headers.location);
    await patch(as(person), url, 0, sound);
    await add(as(person), "A theme", undefined, { upload: url.split("/").at(-1) ?? "" });
    const { id, mediaId } = await sampleOf(person, "A theme");
    const address = paths.media(mediaId ?? "", "file");
    const part = await as(null).get(address, { headers: { Range: "bytes=4-9" } });
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({
      "content-type": "audio/ogg",
      "content-range": `bytes 4-9/${sound.length}`,
      "content-disposition": expect.stringMatching(/^inline/),
    });
    const page = await as(null).get(paths.view("sample", id));
    expect(page.html).toContain(`<audio controls="" preload="none" src="${address}"`);
    expect(page.html).toContain('d="M1 49v2M4 25v50M7 0v100"');
  });

  test("stays with a form that's refused for another reason, until another file is chosen", async () => {
    const visitor = as(contributor);
    const arrive = async (body: Buffer) => {
      const url = String((await begin(visitor, body.length)).headers.location);
      await patch(visitor, url, 0, body);
      return { upload: url.split("/").at(-1) ?? "", uploadName: "film<b>.mp4" };
    };
    const file = await arrive(film);
    for (const [name, value] of Object.entries({ title: "x".repeat(121), madeOn: "2999-01-01" })) {
      const refused = await add(visitor, "Kept", undefined, { ...file, [name]: value });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("film<b>.mp4 Already uploaded.");
      expect(refused.html).toContain(`name="upload" value="${file.upload}"`);
      expect(refused.html).not.toMatch(/<input[^>]*type="file"[^>]*required/);
    }
    expect((await add(visitor, "Kept", undefined, file)).status).toBe(303);
    await db.workSample.delete({ where: { id: (await sampleOf(contributor, "Kept")).id } });
    // A file that was refused isn't kept.
    const page = await add(visitor, "A page", undefined, await arrive(Buffer.from("<!doctype html>")));
    expect([page.status, page.html.includes('name="upload"')]).toEqual([422, false]);
    expect(page.html).toMatch(/<input[^>]*type="file"[^>]*required/);
  });

  test.each(["POST", "PATCH"])(
    "stores nothing if its session ends before it's complete: %s",
    async (method) => {
      const person = await makeContributor();
      const [ending, staying] = [await signInAgain(person), as(person)];
      const visitor = as(ending);
      const upload = { ownerId: person.userId };
      const isHeld = async () => (await db.upload.findFirst({ where: upload }))?.heldUntil != null;
      const isThere = async () => (await db.upload.count({ where: upload })) === 1;
      const midway = async () => {
        await expect.poll(method === "PATCH" ? isHeld : isThere).toBe(true);
        await signOut(ending);
      };
      const type = { "Content-Type": "application/offset+octet-stream" };
      if (method === "POST") {
        const headers = { ...tus, ...type, "Upload-Length": String(film.length) };
        const reply = await visitor.send("POST", paths.uploads(), { headers, body: film, midway });
        expect(reply.status).toBe(401);
      } else {
        const url = String((await begin(visitor, film.length)).headers.location);
        expect((await patch(visitor, url, 0, film, {}, midway)).status).toBe(401);
        expect((await staying.send("HEAD", url, { headers: tus })).status).toBe(404);
      }
      expect(await db.upload.count({ where: upload })).toBe(0);
      expect(await db.media.count({ where: upload })).toBe(0);
    },
  );

  test("belongs to one person, and works only from our pages", async () => {
    const begun = await begin(as(contributor), 100);
    const url = String(begun.headers.location);
    expect((await begin(as(null), 100)).status).toBe(401);
    for (const visitor of [as(null), as(await makeCreator())]) {
      expect((await visitor.send("HEAD", url, { headers: tus })).status).toBeGreaterThanOrEqual(401);
      expect((await patch(visitor, url, 0, Buffer.alloc(100))).status).toBeGreaterThanOrEqual(401);
      expect((await visitor.send("DELETE", url, { headers: tus })).status).toBeGreaterThanOrEqual(401);
    }
    const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://elsewhere.example" };
    expect((await begin(as(contributor), 100, foreign)).status).toBe(403);
    expect((await patch(as(contributor), url, 0, Buffer.alloc(100), foreign)).status).toBe(403);
    const unknown = { "Sec-Fetch-Site": undefined };
    expect((await patch(as(contributor), url, 0, Buffer.alloc(100), unknown)).status).toBe(403);
    expect((await as(contributor).send("HEAD", url, { headers: tus })).headers["upload-offset"]).toBe("0");
    expect((await as(contributor).send("PUT", url, { headers: tus, body: "" })).status).toBe(405);
  });

  test("for a message is kept for the next try if the message is refused", async () => {
    const { creator, contributor: editor, conversationId } = await makeTalk();
    const body = await picture(400, 300).png().toBuffer();
    const begun = await begin(as(creator), body.length);
    const url = String(begun.headers.location);
    await patch(as(creator), url, 0, body);
    const upload = url.split("/").at(-1) ?? "";
    const post = () =>
      as(creator).post(paths.conversationNow(conversationId), {
        messageId: randomUUID(),
        content: "",
        upload,
      });
    // While another request is storing the file, the response tells script to ask again, and no refusal is shown.
    await db.upload.update({ where: { id: upload }, data: { takenAt: new Date() } });
    const meanwhile = await post();
    expect([meanwhile.status, meanwhile.html.includes("refused")]).toEqual([503, false]);
    await db.upload.update({ where: { id: upload }, data: { takenAt: null } });
    await db.user.update({ where: { id: editor.userId }, data: { suspendedAt: new Date() } });
    expect((await post()).status).toBe(404);
    await db.user.update({ where: { id: editor.userId }, data: { suspendedAt: null } });
    expect((await post()).status).toBe(200);
    const twice = await post();
    expect([twice.status, twice.html.includes("The upload didn't finish")]).toEqual([409, true]);
  });

  test("that the database can't record can be tried again, because a new leader may be taking over", async () => {
    const person = await makeCreator();
    const readOnly = "RAISE EXCEPTION 'read-only' USING ERRCODE = '25006'";
    const refused = await whileBroken("uploads", "INSERT", () => begin(as(person), 100), readOnly);
    expect(refused.status).toBe(503);
    expect((await begin(as(person), 100)).status).toBe(201);
  });

  test("that exceeds 500 MB or the quota isn't started", async () => {
    const person = await makeCreator();
    expect((await begin(as(person), 500 * 2 ** 20 + 1)).status).toBe(413);
    // The fifth upload isn't refused, because it replaces the first.
    for (let begun = 0; begun < 5; begun += 1)
      expect((await begin(as(person), 500 * 2 ** 20)).status).toBe(201);
    const shown = { kind: "pdf", ending: "pdf", fileKey: `media/${person.userId}`, releasedAt: null };
    const { id: mediaId } = await db.media.create({
      data: { ...shown, ownerId: person.userId, bytes: 1_600 * 2 ** 20 },
    });
    await db.workSample.create({
      data: { profileId: person.userId, position: 1, kind: "pdf", mediaId, title: "Shown" },
    });
    const refused = await begin(as(person), 500 * 2 ** 20);
    expect(refused.status).toBe(413);
    expect(refused.html).toContain("2 GB");
  });
});

describe("a message's file, without script", () => {
  const typed = (Message: string, file?: GivenFile) => ({ Message, ...(file && { File: asFile(file) }) });

  test("is sent with the form, shown in the conversation, and not found for anyone outside it", async () => {
    const { creator, contributor: editor, conversationId } = await makeTalk();
    const here = paths.conversation(conversationId);
    // Fields of other forms allow less text than this.
    const words = "ö".repeat(4_999);
    const body = await picture(400, 300).png().toBuffer();
    const given = { body, name: "board<b>.png" };
    const sent = await press(as(creator), here, "Send", typed(words, given));
    expect([sent.status, sent.location]).toEqual([303, here]);
    const page = await as(editor).get(here);
    expect(page.text).toContain(words);
    const mediaId = /href="\/view\/message\/([^"]+)"/.exec(page.html)?.[1] ?? "";
    const address = paths.media(mediaId, "400.webp");
    const shown = paths.view("message", mediaId);
    const viewer = await as(editor).get(shown);
    expect(viewer.text).toContain(`1 of 1: ${given.name}`);
    expect(viewer.html).toContain(`src="${address}"`);
    expect(viewer.html).toContain(`href="${here}"`);
    expect(page.text).toContain(`Picture: ${given.name}`);
    expect(page.html).not.toContain("ard<b>");
    for (const person of [creator, editor])
      expect((await as(person).get(address)).headers).toMatchObject({
        "content-type": "image/webp",
        "cache-control": "private, no-cache",
      });
    const absent = await as(contributor).get(paths.media(randomUUID(), "400.webp"));
    for (const visitor of [as(contributor), as(null)]) {
      const { status, html, headers } = await visitor.get(address);
      expect([status, html, headers["cache-control"]]).toEqual([
        404,
        absent.html,
        absent.headers["cache-control"],
      ]);
      expect(await lookOf(visitor, shown)).toEqual(
        await lookOf(visitor, paths.view("message", randomUUID())),
      );
    }
    // Admins may open it once it's reported, even after its sender has deleted it.
    const admin = await makeAdmin();
    expect((await as(admin).get(address)).status).toBe(404);
    const report = paths.reportThing("message", conversationId, { seq: 2 });
    const reason = { "What's wrong?": "Spam or advertising" };
    expect((await press(as(editor), report, "Send report", reason)).status).toBe(303);
    await as(creator).post(paths.conversationNow(conversationId, { change: 2 }), { intent: "delete" });
    expect([(await as(editor).get(address)).status, (await as(admin).get(address)).status]).toEqual([
      404, 200,
    ]);
    expect((await as(editor).get(shown)).status).toBe(404);
    const { id } = await db.reportCase.findFirstOrThrow({ where: { reportedId: creator.userId } });
    expect((await as(admin).get(adminPaths.decideReport(id))).html).toContain(`href="${address}"`);

    const cut = { body: Buffer.from("a cut list"), name: "list.txt" };
    await press(as(editor), here, "Send", typed("", cut));
    const saved = /href="(\/media\/[^"]+\/file)"/.exec((await as(creator).get(here)).html)?.[1] ?? "";
    expect((await as(creator).get(saved)).headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringContaining('attachment; filename="list.txt"'),
    });
  });

  test.each([
    ["a video", 'Say "cheese".mp4', () => film],
    ["a video", "l'été (final), 100%;2.mp4", () => film],
    ["a video", "Фильм о реке.mp4", () => film],
    ["a PDF", "予告編 の 台本.pdf", () => pdf],
    ["a PDF", "نامه‌ها.pdf", () => pdf],
    ["a ZIP file", 'Ton "A" 👩‍🎤.zip', () => Buffer.from("PK\x05\x06".padEnd(22, "\0"))],
    ["a file without a suffix", "Makefile", () => Buffer.from("all:")],
  ])("%s keeps the name that its sender gave it: %s", async (_kind, name, body) => {
    const { creator, contributor: editor, conversationId } = await makeTalk();
    await givePlan(creator, "pro");
    const here = paths.conversation(conversationId);
    // Sends the file as script does, before the message, and then with the form.
    const metadata = `filename ${Buffer.from(name).toString("base64")}`;
    const begun = await as(creator).send("POST", paths.uploads(), {
      headers: {
        "Tus-Resumable": "1.0.0",
        "Upload-Length": String(body().length),
        "Upload-Metadata": metadata,
        "Content-Type": "application/offset+octet-stream",
      },
      body: body(),
    });
    const upload = String(begun.headers.location).split("/").at(-1) ?? "";
    const message = { messageId: randomUUID(), content: "", upload };
    expect((await as(creator).post(paths.conversationNow(conversationId), message)).status).toBe(200);
    expect((await press(as(creator), here, "Send", typed("", { body: body(), name }))).status).toBe(303);

    const { html } = await as(editor).get(here);
    const links = [...html.matchAll(/<a class="file" href="([^"]+)" download="([^"]*)"/g)];
    expect(links.map(([, , shown = ""]) => textOf(shown))).toEqual([name, name]);
    for (const [, address = ""] of links) {
      const { headers } = await as(editor).get(address);
      const disposition = String(headers["content-disposition"]);
      const [, plain = "", encoded = ""] =
        /; filename="([^"\\]*)"; filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
      expect(decodeURIComponent(encoded)).toBe(name);
      expect(plain).toMatch(/^[ -~]+$/);
    }
  });

  test("is refused, keeping the text, if its kind needs another plan or it's too large", async () => {
    const { creator, conversationId } = await makeTalk();
    const here = paths.conversation(conversationId);
    const brief = typed("My brief", { body: pdf, name: "brief.pdf" });
    const refused = await press(as(creator), here, "Send", brief);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Other files come with Pro and Agency.");
    expect(refused.html).toMatch(/<textarea[^>]*>My brief</);
    expect(refused.html).toMatch(/<details[^>]*class="attach"[^>]* open/);
    const large = { body: Buffer.alloc(20 * 2 ** 20 + 1), name: "large.png" };
    const tooLarge = await press(as(creator), here, "Send", typed("My board", large));
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.html).toMatch(/<textarea[^>]*>My board</);
    expect(tooLarge.text).toContain(pictureTooLarge);
    expect((await press(as(creator), here, "Send")).status).toBe(400);
    expect(await db.message.count({ where: { senderId: creator.userId } })).toBe(0);
  });

  test("stays attached after its message was refused, can be removed, and can be used by no one else", async () => {
    const { creator, contributor: editor, conversationId } = await makeTalk();
    const here = paths.conversation(conversationId);
    const body = await picture(400, 300).png().toBuffer();
    const kept = async (shown: Reply) => {
      const given = { body, name: "board<b>.png" };
      const form = unmarked(fillIn(shown, "Send", typed("Too long", given)));
      const page = await send(as(creator), forge(form, "content", "o".repeat(5_001)));
      expect(page.status).toBe(400);
      expect(page.text).toContain("board<b>.png is attached");
      expect(page.html).not.toContain("ard<b>");
      return page;
    };
    const empty = await as(creator).get(here);
    const page = await kept(empty);
    const again = await press(as(creator), page, "Send");
    expect(again.text).toContain("board<b>.png is attached");
    const removed = await press(as(creator), page, "Send", { "Remove board<b>.png": true });
    expect([removed.status, removed.text.includes("is attached")]).toEqual([400, false]);
    const stolen = await send(as(editor), unmarked(fillIn(page, "Send", typed(""))));
    expect([stolen.status, stolen.text.includes("The upload didn't finish")]).toEqual([422, true]);
    const theirs = unmarked(fillIn(empty, "Send", typed("Hello")));
    expect((await send(as(contributor), theirs)).status).toBe(404);
    const hello = fillIn(page, "Send", typed("Hello"));
    const foreign = [here, paths.conversation(randomUUID())].map((path) =>
      send(as(contributor), unmarked({ ...hello, path })),
    );
    expect((await Promise.all(foreign)).map(({ status }) => status)).toEqual([422, 422]);
    expect((await send(as(null), hello)).status).toBe(401);

    const sent = { body, name: "board.png" };
    const broken = await whileBroken("messages", "INSERT", () =>
      press(as(creator), here, "Send", typed("Ours", sent)),
    );
    expect([broken.status, broken.text.includes("board.png is attached")]).toEqual([500, true]);
    const notStored = await whileBroken("media", "INSERT", () =>
      press(as(creator), here, "Send", typed("Still here", sent)),
    );
    expect(notStored.status).toBe(500);
    expect(notStored.html).toMatch(/<textarea[^>]*>\s*Still here</);
    const short = fillIn(page, "Send", typed("Short"));
    expect((await send(as(creator), short)).status).toBe(303);
    expect((await as(editor).get(here)).text).toContain("Picture: board<b>.png");
    expect((await send(as(creator), forge(short, "messageId", randomUUID()))).status).toBe(422);
    // Uses another creator's page, because this creator's has no form: their plan has no room for new conversations.
    const others = await as(await makeCreator()).get(paths.newMessage({ to: contributor.userId }));
    const first = await kept(others);
    const limited = await press(as(creator), first, "Send", typed("Hello"));
    expect([limited.status, limited.text.includes("is attached")]).toEqual([409, true]);
    await givePlan(creator, "pro");
    const begun = await press(as(creator), limited, "Send");
    expect(begun.status).toBe(303);
    expect((await as(contributor).get(begun.location)).text).toContain("Picture: board<b>.png");
  });
});
