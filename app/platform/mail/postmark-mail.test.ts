import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inactiveRecipient, type PostmarkStandIn, startPostmark } from "../../../sandbox/postmark";
import { UndeliverableMail } from "./mail-port.server";
import { postmarkMail } from "./postmark-mail.server";

const token = "11111111-2222-3333-4444-555555555555";
const letter = {
  to: "noor@example.com",
  subject: "Grüße",
  textBody: "Hello",
  htmlBody: "<p>Hello</p>",
  tag: "match",
};

let postmark: PostmarkStandIn;
beforeAll(async () => {
  postmark = await startPostmark(token);
});
afterAll(() => postmark.stop());

const adapter = (given = token) =>
  postmarkMail({ token: given, host: postmark.host, from: "Matchcut <hello@matchcut.example>" });

describe("Postmark", () => {
  test("accepts an email and returns its ID", async () => {
    const id = await adapter().send(letter);
    expect(postmark.accepted.at(-1)).toEqual({
      MessageID: id,
      From: "Matchcut <hello@matchcut.example>",
      To: "noor@example.com",
      Subject: "Grüße",
      TextBody: "Hello",
      HtmlBody: "<p>Hello</p>",
      Tag: "match",
      MessageStream: "outbound",
      TrackOpens: false,
    });
  });

  test("sends the headers for one-click unsubscribe", async () => {
    await adapter().send({ ...letter, unsubscribe: "https://matchcut.example/unsubscribe/x" });
    expect(postmark.accepted.at(-1)?.Headers).toEqual([
      { Name: "List-Unsubscribe", Value: "<https://matchcut.example/unsubscribe/x>" },
      { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
    ]);
  });

  test.each(["not an address", "", inactiveRecipient])(
    "reports email to '%s' as undeliverable",
    async (to) => {
      await expect(adapter().send({ ...letter, to })).rejects.toBeInstanceOf(UndeliverableMail);
    },
  );

  test.each([
    "noor@example.com,mallory@example.com",
    "noor@example.com; mallory@example.com",
    "Noor <noor@example.com>",
    '"x@example.com"noor@example.com',
    "noor@example.com\r\nBcc: mallory@example.com",
  ])("sends nothing to %j, which isn't a single plain address", async (to) => {
    const before = postmark.accepted.length;
    await expect(adapter().send({ ...letter, to })).rejects.toBeInstanceOf(UndeliverableMail);
    expect(postmark.accepted).toHaveLength(before);
  });

  test("gets a one-line subject, no matter what a name in it contains", async () => {
    await adapter().send({
      ...letter,
      subject: "It's a match: you and Ada\r\nBcc: x@example.com\u2028Reyes\0",
    });
    expect(postmark.accepted.at(-1)?.Subject).toBe("It's a match: you and Ada Bcc: x@example.com Reyes ");
  });

  test("rejecting our token is our failure, to be retried", async () => {
    const failure = await adapter("wrong")
      .send(letter)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(UndeliverableMail);
    expect(failure).toMatchObject({ code: 10 });
  });

  test("being down is a failure to be retried", async () => {
    postmark.failNext(1);
    const failure = await adapter()
      .send(letter)
      .catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(UndeliverableMail);
    expect(await adapter().send(letter)).toBe(postmark.accepted.at(-1)?.MessageID);
  });
});
