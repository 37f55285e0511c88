import { expect, test } from "vitest";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { HiddenNotice } from "./hidden-notice";
import { ReportForm } from "./report-form";

const form = (canBlock: boolean, block?: string) => {
  const error = { reason: ["Choose a reason."], details: ["Tell us what to look at."] };
  const result =
    block === undefined ? undefined : { initialValue: { reason: "other", details: "", block }, error };
  return outline(<ReportForm action="/report/profile/p" canBlock={canBlock} result={result} />);
};

test("a report asks what's wrong, and members may also block the person", () => {
  expect(form(true)).toEqual([
    "form{action=/report/profile/p}",
    "What's wrong?{name=reason, required} [Choose a reason]{value}[Harassment, hate or threats]{value=harassment}[A scam or fraud]{value=scam}[Sexual content]{value=sexual}[Someone under 18]{value=minor}[Pretending to be someone else]{value=impersonation}[Passing off someone else's work as their own]{value=stolen}[Unpaid work, or payments no one agreed on]{value=payment}[Spam or advertising]{value=spam}[Something else]{value=other}",
    "Tell us more (optional)",
    "What should we look at? Required if you chose “Something else.”",
    "{rows=4, name=details}",
    "Block them, too?",
    "You won't see each other anymore. You can undo this in Settings.",
    "{type=checkbox, name=block, value=on} Also block this person",
    "We save a copy of what you're reporting as it looks now. No one outside our team will know it was you. [What happens after you report](/report)",
    "[Send report]{pending=Sending...}",
  ]);
  expect(changesBetween(form(true), form(false))).toEqual([
    "- Block them, too?",
    "- You won't see each other anymore. You can undo this in Settings.",
    "- {type=checkbox, name=block, value=on} Also block this person",
  ]);
});

test("a rejected report links to its errors, and keeps the choices", () => {
  expect(changesBetween(form(true), form(true, "on"))).toEqual([
    "- What's wrong?{name=reason, required} [Choose a reason]{value}[Harassment, hate or threats]{value=harassment}[A scam or fraud]{value=scam}[Sexual content]{value=sexual}[Someone under 18]{value=minor}[Pretending to be someone else]{value=impersonation}[Passing off someone else's work as their own]{value=stolen}[Unpaid work, or payments no one agreed on]{value=payment}[Spam or advertising]{value=spam}[Something else]{value=other}",
    "- {rows=4, name=details}",
    "- {type=checkbox, name=block, value=on} Also block this person",
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Please check the form",
    "+ [Choose a reason.](#report-reason)",
    "+ [Tell us what to look at.](#report-details)",
    "+ What's wrong?{name=reason, aria-invalid=true, required} [Choose a reason]{value}[Harassment, hate or threats]{value=harassment}[A scam or fraud]{value=scam}[Sexual content]{value=sexual}[Someone under 18]{value=minor}[Pretending to be someone else]{value=impersonation}[Passing off someone else's work as their own]{value=stolen}[Unpaid work, or payments no one agreed on]{value=payment}[Spam or advertising]{value=spam}[Something else]{value=other, selected}",
    "+ Choose a reason.",
    "+ {rows=4, name=details, aria-invalid=true}",
    "+ Tell us what to look at.",
    "+ {type=checkbox, name=block, checked, value=on} Also block this person",
  ]);
  expect(changesBetween(form(true, "on"), form(true, ""))).toEqual([
    "- {type=checkbox, name=block, checked, value=on} Also block this person",
    "+ {type=checkbox, name=block, value=on} Also block this person",
  ]);
});

test.each([
  [null, ["Your sample is hidden."]],
  [{ caseId: null, reason: "", words: "" }, ["Your sample is hidden."]],
  [{ caseId: null, reason: "Spam", words: "" }, ["Your sample is hidden. Reason: Spam."]],
  [
    { caseId: "c", reason: "Spam", words: "Please stop." },
    ["Your sample is hidden. Reason: Spam.", "Please stop.", "[Appeal this decision](/appeal/hiding/c)"],
  ],
])("a hidden thing says why, and its owner can appeal: %j", (hiding, lines) => {
  expect(outline(<HiddenNotice text="Your sample is hidden." hiding={hiding} />)).toEqual(lines);
});
