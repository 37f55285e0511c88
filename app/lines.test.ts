import { LinkifyIt } from "linkify-it";
import { describe, expect, test } from "vitest";
import { nameSchema, signInSchema, signUpSchema } from "~/features/accounts/account.schema";
import { readPrice } from "~/features/catalog/amount-reading";
import { contactSchema } from "~/features/contact/contact.schema";
import { newListSchema } from "~/features/favorites/favorites.schema";
import { messageSchema } from "~/features/messaging/message.schema";
import { reportSchema } from "~/features/moderation/moderation.schema";
import { refundSchema } from "~/features/payments/payments.schema";
import { editSampleSchema } from "~/features/portfolio/portfolio.schema";
import { networkLink } from "~/features/profiles/network-links";
import { reviewSchema } from "~/features/profiles/vetting.schema";
import { applicationSchema, projectSchema } from "~/features/projects/project.schema";
import { saveSearchSchema } from "~/features/searches/saved-search.schema";
import { setUpSchema } from "~/features/second-factor/second-factor.schema";
import { linkField } from "./fields.schema";

import { isVisible, tidyLine, tidyText, unlinked } from "./lines";

test.each([
  ["Ada\u202e Lovelace\u2066", "Ada Lovelace"],
  ["\u200bAda\u3164\u00adLove\ufeff", "AdaLove"],
  ["Ada\u200d Love\u200clace", "Ada Lovelace"],
  ["  two\r\nlines\u2028and\ttabs ", "two lines and tabs"],
  ["a\ufe0fb\u{e0041}\u2800", "ab"],
  ["\ud800lone", "lone"],
  ["a\ufffeb\u{1ffff}c\ufdd0", "abc"],
])("%j is stored as %j", (typed, stored) => expect(tidyLine(typed)).toBe(stored));

test.each([
  "می\u200cخواهم",
  "क्\u200dष",
  "അനില്\u200d",
  "👩‍💻 Ada",
  "❤️",
  "👍🏽",
  "1️⃣",
  "葛\u{e0100}城",
  "José",
  "李小龍",
  "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  "مِ\u200cخ",
  "ᠠ\u180b",
  "אברהם בן דוד",
])("'%s' is kept as it is", (name) => expect(tidyLine(name)).toBe(name));

const unseen = [
  ...["\u3164", "\u200d\u200c", "\u115f\u1160", "\u2800 \u00a0", "\u{e0001}", "", "\u200b\u200b", "\ufeff"],
  ...[
    "\u2060\u00ad",
    "\u202e\u2066",
    "\uffa0",
    "\ufffc",
    "\u{1d159}",
    "\u{13441}",
    "\u200e\n\u200f",
    "\ue000",
  ],
  ...["\ufe0f", "\u180e", "\u034f", "\u0085", "\u3000", "\u{16fe4}", "\uffff"],
];

test.each(unseen)("no part of %j is visible", (text) =>
  expect([isVisible(text), tidyText(text)]).toEqual([false, ""]),
);

const key = "0b7cdbf3-7a39-4f4c-a0a7-3f5ac1e0ad0b";
const valid = { email: "a@example.com", subject: "support", message: "Hello", name: "Ada", key };

describe.each(unseen)("%j", (text) => {
  test.each([
    ["a name", nameSchema.safeParse({ fullName: text })],
    ["a name for the contact form", contactSchema.safeParse({ ...valid, name: text })],
    ["a message to us", contactSchema.safeParse({ ...valid, message: text })],
    ["a list", newListSchema.safeParse({ name: text })],
    ["a search", saveSearchSchema.safeParse({ kind: "people", query: "", name: text, pace: "daily" })],
    ["a project", projectSchema.safeParse({ title: text })],
    ["a sample", editSampleSchema.safeParse({ intent: "save", title: text })],
    ["an application", applicationSchema.safeParse({ note: text })],
    ["a report for another reason", reportSchema.safeParse({ reason: "other", details: text })],
    ["a rejection", reviewSchema.safeParse({ decision: "reject", reason: text })],
  ])("is refused for %s", (_, { success }) => expect(success).toBe(false));

  test("counts as empty in an optional field", () => {
    expect(messageSchema.parse({ messageId: key, content: text }).content).toBe("");
    expect(refundSchema.parse({ reason: text }).reason).toBe("");
    expect(projectSchema.parse({ title: "A", description: text, questions: [text] })).toMatchObject({
      ...{ description: "", questions: [] },
    });
  });
});

test.each(["می\u200cخواهم", "👩\u200d💻", "\u202eturned", "one\n\n two", "🇵🇹", "?", "。"])(
  "the text %j is kept as it is",
  (text) => expect(tidyText(text)).toBe(text),
);

const linkify = new LinkifyIt({ fuzzyIP: true }).tlds(["example", "рф"], true);

test.each([
  ["Frame.io", "Frame. io"],
  ["evil.example/b", "evil. example/b"],
  ["https://evil.example", "https evil. example"],
  ["HTTP://[::1]/x", "HTTP [::1]/x"],
  ["//evil.com", "evil. com"],
  ["www.evil.co.uk", "www. evil. co. uk"],
  ["evil．com и кремль.рф", "evil． com и кремль. рф"],
  ["evil\ufe52com", "evil\ufe52 com"],
  ["evil.\u200bcom", "evil. com"],
  ["x@evil.com", "x@ evil. com"],
  ["mailto:x@evil.com tel:+1555", "mailto: x@ evil. com tel: +1555"],
  ["192.168.1.10/x", "192. 168. 1. 10/x"],
  ["\u202eevil\u2066.com", "evil. com"],
  ["1.1.1.14.4.4.4 and // x", "1. 1. 1. 14. 4. 4. 4 and x"],
  ["two\nlines", "two lines"],
])("in emails, %j becomes %j, which isn't a link", (name, shown) => {
  expect([unlinked(name), linkify.match(unlinked(name)), unlinked(shown)]).toEqual([shown, null, shown]);
});

test.each([
  ...[
    "J. K. Rowling",
    "Dr. Ada O'Neil-Smith",
    "2.5 hours for $24.99 at 10:30",
    "Wait... what?",
    "A/B, and/or",
  ],
  ...["It's a match: you", "می\u200cخواهم", "👩\u200d💻 Ada", "אברהם בן דוד", "Node 24.1 (v2.0)", "@ada"],
])("in emails, '%s' stays as it is", (name) => expect(unlinked(name)).toBe(name));

test("a form's worth of combining marks is refused without sorting them", () => {
  const marks = `a${"\u0315\u0316".repeat(15_000)}`;
  const inForm = (fields: object) => ({ fullName: marks, email: marks, password: marks, ...fields });
  // This would take minutes if each schema sorted the marks.
  for (let times = 0; times < 40; times += 1) {
    expect(signUpSchema.safeParse(inForm({})).success).toBe(false);
    expect(signInSchema.safeParse(inForm({})).success).toBe(false);
    expect(newListSchema.safeParse({ name: marks }).success).toBe(false);
    expect(setUpSchema.safeParse({ intent: "finish", code: marks }).success).toBe(false);
    expect(linkField.safeParse(`https://${marks}.com`).success).toBe(false);
    expect(networkLink("youtube", marks)).toBe(null);
    expect(readPrice({ from: marks, to: "", unit: "", note: "" }, { noteLimit: 200 }).errors).not.toBe(null);
  }
});

test("three forms' worth of vowel marks or digits is read without looking ahead from each one", () => {
  // This would take minutes if the pattern looked ahead from each mark.
  for (const text of [`क${"ा".repeat(60_000)}`, "्".repeat(60_000), "1".repeat(180_000)]) {
    expect(tidyLine(text)).toBe(text);
    expect(unlinked(text)).toBe(text);
  }
});
