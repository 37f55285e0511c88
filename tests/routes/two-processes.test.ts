import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { paths } from "~/paths";
import { db } from "~/platform/db.server";
import { sitePaths } from "~/site-paths";
import { untilLockWait } from "../support/locks";
import { makeContributor, makeCreator, makeMember, personPassword } from "../support/people";
import { type ProductionServer, startProduction } from "../support/production";
import { as, type OpenReply, type Reply, sendTo, type Visitor } from "../support/request";
import { pdf } from "../support/sample-files";
import { fillIn, forge, press, send } from "../support/submitting";
import { makeTalk } from "../support/talks";
import { until } from "../support/until";

// Two processes that share a database and a folder, as behind a load balancer: each request may reach either one.
let first: ProductionServer;
let second: ProductionServer;
beforeAll(async () => {
  const web = { ROLE: "web" };
  // The drain is so long that only a second signal ends it.
  [first, second] = await Promise.all([
    startProduction(web),
    startProduction({ ...web, DRAIN_TIME: "600000" }),
  ]);
});
afterAll(async () => {
  // Sends a second signal if a failed test has left the process draining.
  void second.stop();
  await Promise.all([first.stop(), second.stop()]);
});
beforeEach(async () => {
  await db.rateLimit.deleteMany();
});

/** Sends the next requests to this process. */
const at = (server: ProductionServer) => sendTo(server.origin, { https: true });
const hintsIn = (stream: OpenReply) =>
  [...stream.body().matchAll(/^data: (.*)$/gm)].map(([, json = "{}"]) => JSON.parse(json) as object);
const signInForm = async (visitor: Visitor, email: string, password: string) =>
  fillIn(await visitor.get(paths.login()), "Sign In", { Email: email, Password: password });

test("a form from one process is accepted by the other, and so are the session and the toast that result", async () => {
  const [person, visitor] = [await makeMember(), as(null)];
  at(first);
  const form = await signInForm(visitor, person.email, personPassword);
  at(second);
  const { location } = await send(visitor, form);
  expect(location).toBe(paths.login({ redirectTo: paths.dashboard(), signedIn: "1" }));
  expect((await visitor.get(location)).location).toBe(paths.dashboard());
  at(first);
  const page = await visitor.get(paths.dashboard());
  expect(page.status).toBe(200);
  const stream = await visitor.open(paths.live());
  at(second);
  expect((await press(visitor, page, "Sign out")).location).toBe(paths.home());
  await stream.ended;
  at(first);
  expect((await visitor.get(paths.home())).text).toContain("You have been successfully signed out.");
  expect((await visitor.get(paths.dashboard())).text).not.toContain("Sign out");
});

test("both processes count attempts together", async () => {
  const { email } = await makeMember();
  at(first);
  const form = await signInForm(as(null), email, "wrong-harbour");
  const statuses: number[] = [];
  for (const server of Array.from({ length: 11 }, (_, attempt) => (attempt % 2 ? first : second))) {
    at(server);
    statuses.push((await send(as(null), form)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});

test("an upload's parts, its form and its readers may each reach a different process", async () => {
  const person = await makeContributor();
  const visitor = as(person);
  const tus = { "Tus-Resumable": "1.0.0" };
  at(first);
  const length = { "Upload-Length": String(pdf.length) };
  const { location } = await visitor.send("POST", paths.uploads(), {
    headers: { ...tus, ...length },
    body: "",
  });
  for (const [server, from, to] of [
    [second, 0, 40],
    [first, 40, pdf.length],
  ] as const) {
    at(server);
    const headers = {
      ...tus,
      "Content-Type": "application/offset+octet-stream",
      "Upload-Offset": String(from),
    };
    const sent = await visitor.send("PATCH", location, { headers, body: pdf.subarray(from, to) });
    expect([sent.status, sent.headers["upload-offset"]]).toEqual([204, String(to)]);
  }
  const page = await visitor.get(paths.newSample());
  const typed = { "Choose a file": new File(["unsent"], "script.pdf"), Title: "In parts" };
  const { fields, ...form } = fillIn(page, "Add to your work", typed);
  const withoutFile = { ...form, fields: fields.filter(([name]) => name !== "file") };
  at(second);
  const added = await send(visitor, forge(withoutFile, "upload", location.split("/").at(-1) ?? ""));
  expect(added.status).toBe(303);
  const { mediaId } = await db.workSample.findFirstOrThrow({ where: { profileId: person.userId } });
  at(first);
  expect((await visitor.get(paths.media(mediaId ?? "", "file"))).html).toBe(pdf.toString());
});

test("a message and typing in one process reach pages that are open in the other, with and without script", async () => {
  const { creator, contributor, conversationId, place } = await makeTalk();
  at(first);
  const stream = await as(creator).open(paths.live());
  const frame = await as(creator).open(paths.conversationLive(conversationId));
  at(second);
  await press(as(contributor), place, "Send", { Message: "From the other process" });
  await as(contributor).post(paths.conversationPresence(conversationId), { presence: "typing" });
  for (const hint of [
    { kind: "messages", conversationId, seq: 2 },
    { kind: "presence", conversationId, presence: "typing", by: contributor.userId },
  ])
    await until(() => expect(hintsIn(stream)).toContainEqual(hint));
  await until(() => expect(frame.body()).toContain("From the other process"));
  stream.leave();
  frame.leave();
});

test("a guest page that one process has cached is still current in the other", async () => {
  for (const path of [paths.home(), paths.contributors()]) {
    at(first);
    const { headers } = await as(null).get(path);
    expect(headers.etag).toMatch(/^"/);
    at(second);
    const again = await as(null).get(path, { headers: { "If-None-Match": headers.etag } });
    expect([path, again.status]).toEqual([path, 304]);
  }
});

test("jobs run only where ROLE allows it, and any process can serve the files that they make", async () => {
  const person = await makeCreator();
  const visitor = as(person);
  const workers = () =>
    db.$executeRaw`SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN "jobs:%'`;
  at(first);
  await press(visitor, paths.ownData(), "Make a copy");
  const { id } = await db.export.findFirstOrThrow({ where: { userId: person.userId } });
  expect(await workers()).toBe(0);
  const jobs = await startProduction({ ROLE: "jobs" });
  const made = () => db.export.findUniqueOrThrow({ where: { id } });
  await until(async () => expect((await made()).state).toBe("ready"));
  expect(await workers()).toBe(1);
  await jobs.stop();
  at(second);
  expect((await visitor.get(paths.dataExport(id))).html).toMatch(/^PK/);
});

test("a process that's told to stop fails its health check first, and then finishes open requests", async () => {
  const { creator, contributor, conversationId, place } = await makeTalk();
  at(second);
  const health = async () => (await as(null).get(sitePaths.health())).status;
  expect(await health()).toBe(200);
  const running = () => db.appProcess.count({ where: { role: "web" } });
  await until(async () => expect(await running()).toBe(2));
  const stream = await as(creator).open(paths.live());
  const frame = await as(creator).open(paths.conversationLive(conversationId));
  const stopped = second.stop();
  await until(async () => expect(await health()).toBe(503));
  // The process must still serve, because the balancer may not have noticed yet.
  const page = await as(contributor).get(place);
  expect([page.status, page.headers.connection]).toEqual([200, "close"]);
  const late = await as(creator).open(paths.live());
  expect([late.status, stream.isOver()]).toEqual([200, false]);
  let open: Promise<Reply> | undefined;
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE matches IN ACCESS EXCLUSIVE MODE`;
    open = as(contributor).get(paths.matches());
    await untilLockWait(1);
    void second.stop();
    await Promise.all([stream.ended, late.ended]);
  });
  expect((await open)?.status).toBe(200);
  expect(await frame.ended).toContain("Show new messages");
  expect(await stopped).toBe(0);
  expect(await running()).toBe(1);
});
