import { expect, test } from "vitest";
import { outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { picture } from "../../../../tests/support/samples";
import type { ListedVetting } from "../reviewing.server";
import {
  ApproveSeveral,
  RejectForm,
  ReviewedLately,
  ReviewForms,
  ReviewHistory,
  VettingFacts,
  VettingList,
  WaitingList,
} from "./vetting";

const at = "2026-11-20T12:00:00Z";
const person = (id: string, change: Partial<ListedVetting> = {}): ListedVetting => ({
  ...{ contributorId: id, name: `Ana ${id}`, services: [], portfolioUrl: null, submittedAt: at },
  ...{ status: "pending", earlier: [], canUndo: false, samples: [], ...change },
});

const decision = (words: string, value: string, pending: string) =>
  `[${words}]{pending=${pending}..., name=decision, value=${value}}`;
const formTo = (id: string, query = "") => `form{action=/admin/contributors/${id}${query}}`;
const hidden = (name: string, value: string) => `{type=hidden, name=${name}, value=${value}}`;
const reasons = (picked?: string) =>
  Object.entries({
    samples: "Too few samples",
    fitting: "Samples don't fit",
    profile: "Profile incomplete",
    own: "Not their own",
    place: "Not in the U.S.",
  })
    .map(
      ([value, words]) =>
        `{type=checkbox, name=pick, ${value === picked ? "checked, " : ""}value=${value}} ${words}`,
    )
    .join(" ");
const words = [
  "Reason in your own words",
  "The contributor sees the reasons you pick, plus this text exactly as you write it.",
];
const rejecting = `${decision("Ask for changes", "changes", "Sending")} ${decision("Reject with this reason", "reject", "Rejecting")}`;
const reviewForms = (id: string, back: string, query?: string) => [
  `${formTo(id, query)} ${hidden("back", back)} ${decision(`Approve (Ana ${id})`, "approve", "Approving")}`,
  `Reject or ask for changes(: Ana ${id})`,
  `${formTo(id, query)} ${hidden("back", back)}`,
  ...["Reasons", reasons(), ...words, "{rows=3, name=reason}", rejecting],
];
const undo = (what: string, id: string, back: string) =>
  `${formTo(id)} ${hidden("back", back)} ${decision(`Undo ${what}( of Ana ${id})`, "undo", "Undoing")}`;

test("an admin approves or rejects a contributor, and returns to the list they came from", () => {
  const forms = <ReviewForms contributorId="1" name="Ana 1" back="/dashboard" />;
  expect(outline(forms)).toEqual(reviewForms("1", "/dashboard"));
  const place = { at: "/admin/contributors/1?list=q%3Dana" };
  expect(outline(forms, undefined, place)).toEqual(reviewForms("1", "/dashboard", "?list=q%3Dana"));
});

test("a refused rejection keeps what was picked and written, and a form without a list continues with the next case", () => {
  const rejection = { pick: ["own"], reason: "Hm", error: ["Say why."] };
  expect(outline(<RejectForm contributorId="1" rejection={rejection} className="" />)).toEqual([
    ...[formTo("1"), "Reasons", reasons("own"), ...words],
    ...["{rows=3, name=reason, aria-invalid=true} Hm", "Say why.", rejecting],
  ]);
});

const noteForm = [
  `${formTo("1")} ${hidden("noteId", "n")}`,
  ...["Note for other admins", "The contributor never sees it."],
];
const saveNote = decision("Save note", "note", "Saving");
const history = ["section{aria-labelledby=history}", "History and notes"];

test("the history names each decision or note and who made it, and keeps a refused note", () => {
  const entries = [
    { id: "a", act: "Approved", by: "Ada", text: "Fine.", at },
    { id: "b", act: null, by: null, text: "", at },
  ];
  const shown = { contributorId: "1", noteId: "n" };
  expect(outline(<ReviewHistory {...shown} history={entries} />)).toEqual([
    ...[...history, "Approved Ada, Nov 20, 2026, 12:00 PM", "Fine."],
    ...["Note Deleted user, Nov 20, 2026, 12:00 PM", ...noteForm, "{rows=2, name=note, required}", saveNote],
  ]);
  expect(
    outline(<ReviewHistory {...shown} history={[]} note={{ text: "Hm", error: ["Too long."] }} />),
  ).toEqual([
    ...[...history, "No decisions or notes yet.", ...noteForm],
    ...["{rows=2, name=note, aria-invalid=true, required} Hm", "Too long.", saveNote],
  ]);
});

const facts = (id: string, badge = "Pending") => [
  `[Ana ${id}](/admin/contributors/${id}) ${badge}`,
  "No services chosen · submitted Nov 20, 2026",
];

test("an admin sees what a contributor offers, their work, their portfolio and why they were sent back before", () => {
  expect(outline(<VettingFacts person={person("1")} />)).toEqual(facts("1"));
  const full = person("1", {
    ...{ status: "rejected", services: ["Editor", "Colorist"], portfolioUrl: "https://ana.test/" },
    ...{ samples: [{ kind: "image", title: "River", picture: picture("m") }] },
    earlier: [{ at, reason: "More work." }],
  });
  expect(outline(<VettingFacts person={full} list="q=ana" />)).toEqual([
    "[Ana 1](/admin/contributors/1?list=q%3Dana) Rejected",
    "Editor, Colorist · submitted Nov 20, 2026 · [Portfolio (of Ana 1 (opens in a new tab))](https://ana.test/){rel=noopener nofollow, target=_blank}",
    ...["ul{aria-label=Work by Ana 1}", "(/media/m/320.webp) (Picture: River)"],
    ...["Sent back on Nov 20, 2026:", "More work."],
  ]);
});

const waiting = (id: string, back: string) => [...facts(id), ...reviewForms(id, back)];

test("the dashboard's card lists who's waiting and who was reviewed, and says if it couldn't be loaded", () => {
  const shown = (lists: Parameters<typeof VettingList>[0]["lists"]) => {
    const [title, ...lines] = outline(<VettingList lists={lists} />);
    expect(title).toBe("Admin notifications");
    return lines;
  };
  expect(shown(null)).toEqual(["p{role=alert} Failed to load notifications", "[Try Again](/dashboard)"]);
  expect(shown({ waiting: [], waitingCount: 0, processed: [] })).toEqual([
    "No contributors are waiting for review.",
  ]);
  const two = [person("1"), person("2")];
  const all = [...waiting("1", "/dashboard"), ...waiting("2", "/dashboard")];
  const link = "[See all waiting contributors](/admin/contributors)";
  expect(shown({ waiting: two, waitingCount: 2, processed: [] })).toEqual([
    ...["New contributor accounts pending approval: 2", ...all, link],
  ]);
  const processed = [person("3", { status: "approved", canUndo: true }), person("4", { status: "rejected" })];
  expect(shown({ waiting: two, waitingCount: 3, processed })).toEqual([
    ...["New contributor accounts pending approval: 3", "Showing the 2 who've waited longest.", ...all, link],
    ...["Recently reviewed", ...facts("3", "Approved"), undo("approval", "3", "/dashboard")],
    ...facts("4", "Rejected"),
  ]);
});

test("the list of those waiting leads to each one's case within the list, and its forms don't share IDs", () => {
  expect(outline(<WaitingList people={[]} back="/back" />)).toEqual([]);
  const list = <WaitingList people={[person("1"), person("2")]} back="/back" list="q=ana" />;
  const toCase = (line: string) => line.replace(/^(\[Ana \d\]\(.*\d)\)/, "$1?list=q%3Dana)");
  expect(outline(list)).toEqual([...[...waiting("1", "/back"), ...waiting("2", "/back")].map(toCase)]);
  const ids = [...render(list).html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["pick-1", "reason-1-hint", "reason-1", "pick-2", "reason-2-hint", "reason-2"]);
});

test("several contributors can be approved at once", () => {
  expect(outline(<ApproveSeveral people={[person("1")]} back="/back" />)).toEqual([]);
  const people = [person("1"), person("2", { services: ["Editor", "Writer"] })];
  expect(outline(<ApproveSeveral people={people} back="/back" />)).toEqual([
    ...["Approve several at once", `form{action=/admin/contributors} ${hidden("back", "/back")}`],
    "{type=checkbox, name=contributor, value=1} Ana 1",
    "{type=checkbox, name=contributor, value=2} Ana 2 Editor, Writer",
    "[Approve selected]{pending=Approving...}",
  ]);
});

test("recent decisions can be undone", () => {
  expect(outline(<ReviewedLately people={[]} back="/back" />)).toEqual([]);
  const people = [person("1", { status: "approved" }), person("2", { status: "rejected" })];
  expect(outline(<ReviewedLately people={people} back="/back" />)).toEqual([
    ...["section{aria-labelledby=decided}", "Decided in the last 10 minutes"],
    ...["[Ana 1](/admin/contributors/1)", undo("approval", "1", "/back")],
    ...["[Ana 2](/admin/contributors/2)", undo("rejection", "2", "/back")],
  ]);
});
