import { expect, test } from "vitest";
import { isVisible } from "~/features/profiles/profile";
import { tidyLine } from "./lines";

test.each([
  ["Ada\u202e Lovelace\u2066", "Ada Lovelace"],
  ["\u200bAda\u3164\u00adLove\ufeff", "AdaLove"],
  ["Ada\u200d Love\u200clace", "Ada Lovelace"],
  ["  two\r\nlines\u2028and\ttabs ", "two lines and tabs"],
  ["a\ufe0fb\u{e0041}\u2800", "ab"],
  ["\ud800lone", "lone"],
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
])("'%s' is kept as it is", (name) => expect(tidyLine(name)).toBe(name));

test.each(["\u3164", "\u200d\u200c", "\u115f\u1160", "\u2800 \u00a0", "\u{e0001}", ""])(
  "nothing of %j is seen",
  (name) => expect([tidyLine(name), isVisible(name)]).toEqual(["", false]),
);
