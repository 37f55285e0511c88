import { expect, test } from "vitest";
import { limitIn, refusalErrors, statusOf, typingWords } from "./message";

test.each([
  [[], ""],
  [["Cleo Field"], "Cleo Field is typing…"],
  [["Cleo Field", "Rafa Moor"], "Cleo Field and Rafa Moor are typing…"],
  [["Cleo Field", "Rafa Moor", "Theo Lind"], "Several people are typing…"],
])("while %j are typing, the page says '%s'", (names, words) => {
  expect(typingWords(names)).toBe(words);
});

test("a file that's still being stored gets the status 409, because sending it again may work", () => {
  expect(statusOf({ ok: false, refused: "file", why: "storing", sharesFiles: true })).toBe(409);
  expect(statusOf({ ok: false, refused: "file", why: "too-often", sharesFiles: true })).toBe(422);
  expect(statusOf({ ok: false, refused: "empty" })).toBe(400);
});

const waits = { ok: false, waitSeconds: 7_200 } as const;
const file = { ok: false, refused: "file", sharesFiles: false } as const;

// What the sender reads, where it appears, and whether sending it again later may work.
test.each([
  [{ ok: false, refused: "message-limit", resets: "They reset on Dec 3." }, "", "Message Limit Reached", 409],
  [
    { ...waits, refused: "too-many", waitSeconds: 12 },
    "",
    "messages too quickly. Please try again in 12 seconds",
    429,
  ],
  [{ ok: false, refused: "id-taken" }, "messageId", "Your text is still here. Please send it again", 409],
  [{ ...file, why: "too-often" }, "file", "Please try again in an hour", 422],
  [{ ...file, why: "too-large" }, "file", "Pictures can be up to 20 MB", 422],
  [{ ...file, why: "type" }, "file", "Your plan lets you send pictures", 422],
  [{ ok: false, refused: "empty" }, "content", "Please write a message", 400],
  [{ ok: false, refused: "too-long" }, "content", "at most 5000 characters", 409],
  [{ ok: false, refused: "request-waits" }, "", "Your first message is waiting for a reply", 409],
  [
    { ...waits, refused: "daily-limit" },
    "",
    "20 new conversations in 24 hours. You can start another in 2 hours",
    429,
  ],
  [
    { ...waits, refused: "daily-limit", waitSeconds: 89 * 60 },
    "",
    "You can start another in 89 minutes",
    429,
  ],
  [{ ...waits, refused: "daily-limit", waitSeconds: 1 }, "", "You can start another in 1 minute.", 429],
  [
    { ...waits, refused: "asked-already", name: "Cleo" },
    "",
    "Cleo hasn't replied to your last message yet",
    429,
  ],
  [{ ok: false, refused: "not-yet" }, "", "once your profile is complete", 409],
  [{ ok: false, refused: "unconfirmed" }, "", "Confirm your email address first", 409],
  [{ ok: false, refused: "none-chosen" }, "", "Please select at least one user", 409],
  [
    { ok: false, refused: "not-all-there" },
    "",
    "You can't message everyone you chose anymore, so nothing was sent",
    409,
  ],
  [{ ok: false, refused: "group-too-large" }, "", "up to 10 other people", 409],
  [{ ok: false, refused: "hidden" }, "", "breaks our guidelines", 409],
  [{ ok: false, refused: "none-left" }, "", "There's no one left", 409],
] as const)("a sender who's refused with %j reads why", (refusal, field, words, status) => {
  const errors = refusalErrors(refusal);
  expect(Object.keys(errors)).toEqual([field]);
  expect(errors[field]?.[0]).toContain(words);
  expect(statusOf(refusal)).toBe(status);
});

test.each(["yourself", "not-found", "gone", "blocked", "not-participant"] as const)(
  "a sender can't tell '%s' from other reasons why the person can't be written to",
  (refused) => {
    expect(refusalErrors({ ok: false, refused })).toEqual({ "": ["You can't message this person anymore."] });
  },
);

test("a sender whose plan has no messages left reads when it has some again", () => {
  const errors = refusalErrors({ ok: false, refused: "message-limit", resets: "They reset on Dec 3." });
  expect(limitIn(errors)).toBe("They reset on Dec 3.");
  expect(limitIn(refusalErrors({ ok: false, refused: "hidden" }))).toBeNull();
});
