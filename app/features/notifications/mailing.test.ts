import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inactiveRecipient, type PostmarkStandIn, startPostmark } from "../../../sandbox/postmark";
import { until } from "../../../tests/support/until";

const token = "11111111-2222-3333-4444-555555555555";
let postmark: PostmarkStandIn;
let mailing: typeof import("./mailing.server");
let db: typeof import("~/platform/db.server").db;
let metricsText: typeof import("~/platform/metrics.server").metricsText;
let jobs: { stop: () => Promise<void> };

// The email adapter is chosen when its module is imported, so the environment is set first.
beforeAll(async () => {
  postmark = await startPostmark(token);
  Object.assign(process.env, { POSTMARK_SERVER_TOKEN: token, POSTMARK_API_HOST: postmark.host });
  mailing = await import("./mailing.server");
  ({ db } = await import("~/platform/db.server"));
  ({ metricsText } = await import("~/platform/metrics.server"));
  const { startJobsOnceThere } = await import("~/platform/jobs/jobs.server");
  jobs = startJobsOnceThere(
    {
      [mailing.sendMailTask]: ({ mailId }) => mailing.sendQueuedMail(String(mailId)),
      [mailing.sendSealedMailTask]: ({ mailId }) => mailing.sendQueuedMail(String(mailId)),
    },
    "",
  );
});
afterAll(async () => {
  await jobs.stop();
  await postmark.stop();
});

async function queue(to: string, eventKey: string): Promise<void> {
  await db.$transaction((tx) =>
    mailing.queueMail(tx, {
      userId: null,
      to,
      kind: "match",
      subject: "It's a match",
      lines: ["You and <Noor> like each other."],
      action: { label: "See the match", href: "/matches" },
      eventKey,
    }),
  );
}

const rowOf = (eventKey: string) => db.outboxMail.findUniqueOrThrow({ where: { eventKey } });
const sentTo = (to: string) => postmark.accepted.filter((mail) => mail.To === to);

/** How many emails the metrics count, by outcome. */
async function counted(): Promise<Record<string, number>> {
  const { body } = await metricsText([]);
  return Object.fromEntries(
    [...body.matchAll(/^matchcut_mails_total\{outcome="(\w+)"\} (\d+)/gm)].map(([, outcome, count]) => [
      outcome,
      Number(count),
    ]),
  );
}

/** Makes failed jobs due now. Leaves due jobs alone, because the worker skips a locked row. */
async function makeJobsDue(): Promise<void> {
  await db.$executeRaw`
    UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL AND run_at > now()`;
}

describe("the outbox", () => {
  test("sends one email per event, with absolute links and escaped text", async () => {
    await Promise.all([queue("noor@example.com", "match:1"), queue("noor@example.com", "match:1")]);
    await queue("noor@example.com", "match:1");
    await until(async () => expect((await rowOf("match:1")).sentAt).not.toBeNull());
    const [mail, ...more] = sentTo("noor@example.com");
    expect(more).toEqual([]);
    expect(mail?.TextBody).toContain("http://localhost/matches");
    expect(mail?.HtmlBody).toContain("You and &#60;Noor&#62; like each other.");
    expect(await rowOf("match:1")).toMatchObject({
      providerId: mail?.MessageID,
      attempts: 1,
      lastError: null,
    });
  });

  test("doesn't send an email twice", async () => {
    const { id } = await rowOf("match:1");
    await mailing.sendQueuedMail(id);
    expect(sentTo("noor@example.com")).toHaveLength(1);
  });

  test("sends no email for a rolled-back event", async () => {
    const rolledBack = db.$transaction(async (tx) => {
      await mailing.queueMail(tx, {
        userId: null,
        to: "ghost@example.com",
        kind: "match",
        subject: "No",
        lines: [],
        eventKey: "ghost",
      });
      throw new Error("the rest failed");
    });
    await expect(rolledBack).rejects.toThrow("the rest failed");
    expect(await db.outboxMail.count({ where: { eventKey: "ghost" } })).toBe(0);
    // Earlier emails' jobs end a moment after they're sent.
    const waiting = () => db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM graphile_worker.jobs`;
    await until(async () => expect(await waiting()).toEqual([{ n: 0 }]));
  });

  test("retries after failures until accepted, and counts both in the metrics", async () => {
    const { sent = 0, failed = 0 } = await counted();
    postmark.failNext(2);
    await queue("later@example.com", "match:2");
    await until(async () => {
      await makeJobsDue();
      expect((await rowOf("match:2")).sentAt).not.toBeNull();
    });
    expect((await rowOf("match:2")).attempts).toBe(3);
    expect(sentTo("later@example.com")).toHaveLength(1);
    expect(await counted()).toMatchObject({ sent: sent + 1, failed: failed + 2 });
  });

  test("gives up on an undeliverable address, and counts it in the metrics", async () => {
    const { undeliverable = 0 } = await counted();
    await queue(inactiveRecipient, "match:3");
    await until(async () => expect((await rowOf("match:3")).attempts).toBe(1));
    const waiting = () => db.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM graphile_worker.jobs`;
    await until(async () => expect(await waiting()).toEqual([{ n: 0 }]));
    expect(await rowOf("match:3")).toMatchObject({
      sentAt: null,
      attempts: 1,
      lastError: expect.any(String),
    });
    expect((await counted()).undeliverable).toBe(undeliverable + 1);
  });
});

test("an email whose sender was killed is retried when the lease expires", async () => {
  await db.outboxMail.create({
    data: {
      ...{ toAddress: "cut-off@example.com", kind: "match", subject: "Hello", eventKey: "cut-off" },
      ...{ textBody: "words", htmlBody: "<p>words</p>", sendingAt: new Date() },
    },
  });
  const { id } = await rowOf("cut-off");
  await mailing.sendQueuedMail(id);
  await mailing.sendQueuedMail(id);
  const later = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM graphile_worker._private_jobs
     WHERE payload->>'mailId' = ${id} AND run_at > now() + interval '1 minute'`;
  expect([later, sentTo("cut-off@example.com")]).toEqual([[{ n: 1 }], []]);
  await db.outboxMail.update({ where: { id }, data: { sendingAt: new Date(Date.now() - 121_000) } });
  await makeJobsDue();
  await until(async () => expect((await rowOf("cut-off")).sentAt).not.toBeNull());
  expect(sentTo("cut-off@example.com")).toHaveLength(1);
});

test("a plain-text email is readable", async () => {
  expect((await rowOf("match:1")).textBody).toBe(
    [
      "It's a match",
      "You and <Noor> like each other.",
      "See the match:\nhttp://localhost/matches",
      "Matchcut: where creators find editors, designers and writers.",
    ].join("\n\n"),
  );
});

describe("an email with a recovery link", () => {
  test("is delivered readable but stored encrypted", async () => {
    await db.$transaction((tx) =>
      mailing.queueMail(tx, {
        userId: null,
        to: "sealed@example.com",
        kind: "recovery",
        subject: "Choose a new password",
        lines: ["Once."],
        action: { label: "Choose", href: "/recover/a-living-token" },
        eventKey: "recovery:1",
      }),
    );
    await until(async () => expect((await rowOf("recovery:1")).sentAt).not.toBeNull());
    expect(sentTo("sealed@example.com")[0]?.TextBody).toContain("http://localhost/recover/a-living-token");
    expect(sentTo("sealed@example.com")[0]?.HtmlBody).toContain("http://localhost/recover/a-living-token");
    expect(JSON.stringify(await rowOf("recovery:1"))).not.toContain("a-living-token");
    expect((await mailing.listOutbox())[0]?.text).toContain("http://localhost/recover/a-living-token");
  });

  test("isn't sent if another secret sealed it", async () => {
    await db.outboxMail.update({
      where: { eventKey: "recovery:1" },
      data: { sentAt: null, textBody: `sealed:${Buffer.alloc(60).toString("base64url")}` },
    });
    await mailing.sendQueuedMail((await rowOf("recovery:1")).id);
    expect(sentTo("sealed@example.com")).toHaveLength(1);
  });
});

test("texts are cleared after seven days if sent, otherwise after thirty, and invitations are deleted after seven", async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000 - 60_000);
  const rows = [
    { eventKey: "old", createdAt: days(7), sentAt: days(7) },
    { eventKey: "sent-late", createdAt: days(9), sentAt: days(6) },
    { eventKey: "young", createdAt: days(6), sentAt: days(6) },
    { eventKey: "waiting", createdAt: days(29), sentAt: null },
    { eventKey: "given-up", createdAt: days(30), sentAt: null },
  ];
  await db.outboxMail.createMany({
    data: rows.map((row) => ({
      ...row,
      toAddress: "x@example.com",
      kind: "match",
      subject: "Hello",
      textBody: "words",
      htmlBody: "<p>words</p>",
    })),
  });
  const invitation = {
    toAddress: "x@example.com",
    kind: mailing.inviteMail,
    subject: "Join",
    textBody: "words",
  };
  await db.outboxMail.createMany({
    data: [6, 7].map((age) => ({
      ...invitation,
      ...{ htmlBody: "words", eventKey: `invite:${age}`, createdAt: days(age) },
    })),
  });
  await mailing.sweepMailTexts();
  const invited = await db.outboxMail.findMany({ where: { kind: mailing.inviteMail } });
  expect(invited.map(({ eventKey }) => eventKey)).toEqual(["invite:6"]);
  const kept = await Promise.all(
    rows.map(async ({ eventKey }) => {
      const { textBody, htmlBody } = await rowOf(eventKey);
      return `${eventKey}: ${textBody}${htmlBody}`;
    }),
  );
  expect(kept).toEqual([
    "old: ",
    "sent-late: words<p>words</p>",
    "young: words<p>words</p>",
    "waiting: words<p>words</p>",
    "given-up: ",
  ]);
});
