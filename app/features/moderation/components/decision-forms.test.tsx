import { expect, test } from "vitest";
import type { FormResult } from "~/ui/form";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { CaseView } from "../case.server";
import { DecisionForms } from "./decision-forms";

const report = {
  ...{ id: "r", isBySystem: false, reporter: null, reason: "Spam", details: "", at: "2026-11-20T12:00:00Z" },
  snapshot: null,
};
const open: CaseView = {
  ...{ id: "c", kind: "sample", state: "open", urgency: 1, since: "2026-11-20T12:00:00Z" },
  ...{ personId: "p", name: "Rae", isSuspended: false, isAdmin: false, decision: null },
  ...{ reports: [report], reportCount: 1, others: [], suspensions: [], warnings: [] },
};
const decision = { reason: "Spam", words: "Please stop.", by: "Ada", at: "2026-11-21T12:00:00Z" };

const shown = (change: Partial<CaseView> = {}, result?: FormResult, at?: string) =>
  outline(<DecisionForms reportCase={{ ...open, ...change }} result={result} />, undefined, { at });

test("an admin can dismiss a report, warn, hide or suspend, each with its reasons and a message", () => {
  expect(shown()).toEqual([
    "section{tabindex=-1, aria-labelledby=decision}",
    "Decide",
    "details{name=decision}",
    "Dismiss It doesn't break our guidelines.",
    "form{action=/admin/reports/c}",
    "Why?{name=reason, required} [Choose a reason]{value}[It doesn't break the guidelines]{value=fine}[We can't tell whether it breaks the guidelines]{value=unclear}[It's already been resolved or removed]{value=solved}[The report itself was made in bad faith]{value=abuse}",
    "Note for other admins (optional){rows=3, name=words}",
    "[Dismiss]{pending=Saving..., name=decision, value=dismiss}",
    "details{name=decision}",
    "Warn Rae They have to read it before they can continue.",
    "form{action=/admin/reports/c}",
    "Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
    "Message to Rae (optional){rows=3, name=words}",
    "[Warn Rae]{pending=Saving..., name=decision, value=warn}",
    "details{name=decision}",
    "Hide the work sample No one can see it anymore.",
    "form{action=/admin/reports/c}",
    "Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
    "Message to Rae (optional){rows=3, name=words}",
    "[Hide the work sample]{pending=Saving..., name=decision, value=hide}",
    "details{name=decision}",
    "Suspend Rae They're signed out everywhere, and no one can find them.",
    "form{action=/admin/reports/c}",
    "How long?",
    "{type=radio, name=length, required, value=1} 1 day {type=radio, name=length, required, value=7} 7 days {type=radio, name=length, required, value=30} 30 days {type=radio, name=length, required, value=90} 90 days {type=radio, name=length, required, value=forever} Permanent",
    "Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
    "Message to Rae (shown when they sign in) (optional){rows=3, name=words}",
    "[Suspend Rae]{pending=Saving..., name=decision, value=suspend}",
  ]);
});

test.each<[string, Partial<CaseView>, string[]]>([
  [
    "an admin's account can't be warned or suspended",
    { isAdmin: true },
    [
      "- Warn Rae They have to read it before they can continue.",
      "- [Warn Rae]{pending=Saving..., name=decision, value=warn}",
      "- details{name=decision}",
      "- form{action=/admin/reports/c}",
      "- Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
      "- Message to Rae (optional){rows=3, name=words}",
      "- details{name=decision}",
      "- Suspend Rae They're signed out everywhere, and no one can find them.",
      "- form{action=/admin/reports/c}",
      "- How long?",
      "- {type=radio, name=length, required, value=1} 1 day {type=radio, name=length, required, value=7} 7 days {type=radio, name=length, required, value=30} 30 days {type=radio, name=length, required, value=90} 90 days {type=radio, name=length, required, value=forever} Permanent",
      "- Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
      "- Message to Rae (shown when they sign in) (optional){rows=3, name=words}",
      "- [Suspend Rae]{pending=Saving..., name=decision, value=suspend}",
    ],
  ],
  [
    "a suspension can be lifted",
    { isSuspended: true },
    [
      "+ form{action=/admin/reports/c} [Lift Rae's suspension]{pending=Lifting..., name=decision, value=lift}",
    ],
  ],
  [
    "dismissing releases what was held",
    { reports: [report, { ...report, isBySystem: true }] },
    ["- Dismiss It doesn't break our guidelines.", "+ Dismiss Anything held automatically will be released."],
  ],
])("an admin sees what each decision does: %s", (_, change, expected) => {
  expect(changesBetween(shown(), shown(change))).toEqual(expected);
});

test.each<[Partial<CaseView>, string[]]>([
  [
    { state: "dismissed" },
    [
      "section{tabindex=-1, aria-labelledby=decision}",
      "Dismissed",
      "By Ada, Nov 21, 2026, 12:00 PM: Spam. Please stop.",
      "form{action=/admin/reports/c} [Undo and decide again]{pending=Undoing..., name=decision, value=undo}",
    ],
  ],
  [
    { state: "warned" },
    [
      "section{tabindex=-1, aria-labelledby=decision}",
      "Warned",
      "By Ada, Nov 21, 2026, 12:00 PM: Spam. Please stop.",
      "form{action=/admin/reports/c} [Withdraw the unread warning and decide again]{pending=Undoing..., name=decision, value=undo}",
    ],
  ],
  [
    { state: "hidden" },
    [
      "section{tabindex=-1, aria-labelledby=decision}",
      "Hidden",
      "By Ada, Nov 21, 2026, 12:00 PM: Spam. Please stop.",
      "form{action=/admin/reports/c} [Unhide it and decide again]{pending=Undoing..., name=decision, value=undo}",
    ],
  ],
  [
    { state: "suspended", isSuspended: true },
    [
      "section{tabindex=-1, aria-labelledby=decision}",
      "Suspended",
      "By Ada, Nov 21, 2026, 12:00 PM: Spam. Please stop.",
      "form{action=/admin/reports/c} [Lift Rae's suspension]{pending=Lifting..., name=decision, value=lift}",
    ],
  ],
  [
    { state: "suspended" },
    [
      "section{tabindex=-1, aria-labelledby=decision}",
      "Suspended",
      "By Ada, Nov 21, 2026, 12:00 PM: Spam. Please stop.",
    ],
  ],
])("a decided case shows the decision, and whether it can be undone: %j", (change, expected) => {
  expect(shown({ ...change, decision })).toEqual(expected);
});

const rejected = (sent: string, field: string, change: Partial<CaseView> = {}) => {
  const initialValue = { decision: sent, reason: "spam", length: "7", words: "Hi" };
  return shown(change, { initialValue, error: { [field]: ["Please check this."] } });
};

test.each<[string, string, Partial<CaseView>, (string | undefined)[]]>([
  [
    "dismiss",
    "reason",
    {},
    ["[Please check this.](#dismiss-reason)", "Dismiss It doesn't break our guidelines."],
  ],
  [
    "dismiss",
    "words",
    {},
    ["[Please check this.](#dismiss-words)", "Dismiss It doesn't break our guidelines."],
  ],
  [
    "warn",
    "reason",
    {},
    ["[Please check this.](#warn-reason)", "Warn Rae They have to read it before they can continue."],
  ],
  [
    "warn",
    "words",
    {},
    ["[Please check this.](#warn-words)", "Warn Rae They have to read it before they can continue."],
  ],
  [
    "hide",
    "reason",
    {},
    ["[Please check this.](#hide-reason)", "Hide the work sample No one can see it anymore."],
  ],
  [
    "hide",
    "words",
    {},
    ["[Please check this.](#hide-words)", "Hide the work sample No one can see it anymore."],
  ],
  [
    "suspend",
    "length",
    {},
    [
      "[Please check this.](#suspend-length)",
      "Suspend Rae They're signed out everywhere, and no one can find them.",
    ],
  ],
  [
    "suspend",
    "reason",
    {},
    [
      "[Please check this.](#suspend-reason)",
      "Suspend Rae They're signed out everywhere, and no one can find them.",
    ],
  ],
  [
    "suspend",
    "words",
    {},
    [
      "[Please check this.](#suspend-words)",
      "Suspend Rae They're signed out everywhere, and no one can find them.",
    ],
  ],
  ["warn", "reason", { isAdmin: true }, ["Please check this.", "nothing opened"]],
  ["suspend", "reason", { isAdmin: true }, ["Please check this.", "nothing opened"]],
  ["warn", "reason", { state: "hidden", decision }, ["Please check this.", "nothing opened"]],
  ["lift", "", {}, ["Please check this.", "nothing opened"]],
])(
  "an error links to its field if the form is still there, and opens it: %s, %s, %j",
  (sent, field, change, expected) => {
    const lines = rejected(sent, field, change);
    const at = lines.indexOf("Your decision wasn't saved");
    const opened = lines.indexOf("details{open, name=decision}");
    expect([lines[at + 1], opened > 0 ? lines[opened + 1] : "nothing opened"]).toEqual(expected);
  },
);

test("a rejected form keeps what the admin chose and wrote, and the other forms stay empty", () => {
  expect(changesBetween(shown(), rejected("suspend", "words"))).toEqual([
    "- details{name=decision}",
    "- {type=radio, name=length, required, value=1} 1 day {type=radio, name=length, required, value=7} 7 days {type=radio, name=length, required, value=30} 30 days {type=radio, name=length, required, value=90} 90 days {type=radio, name=length, required, value=forever} Permanent",
    "- Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
    "- Message to Rae (shown when they sign in) (optional){rows=3, name=words}",
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Your decision wasn't saved",
    "+ [Please check this.](#suspend-words)",
    "+ details{open, name=decision}",
    "+ {type=radio, name=length, required, value=1} 1 day {type=radio, name=length, required, checked, value=7} 7 days {type=radio, name=length, required, value=30} 30 days {type=radio, name=length, required, value=90} 90 days {type=radio, name=length, required, value=forever} Permanent",
    "+ Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam, selected}[Illegal content or conduct]{value=law}",
    "+ Message to Rae (shown when they sign in) (optional){rows=3, name=words, aria-invalid=true} Hi",
    "+ Please check this.",
  ]);
});

test("the forms keep the list that the admin came from", () => {
  const actions = (change: Partial<CaseView>) =>
    shown(change, undefined, "/admin/reports/c?list=reason%3Dspam").filter((line) => line.startsWith("form"));
  expect([...actions({}), ...actions({ decision, state: "hidden", isSuspended: true })]).toEqual([
    "form{action=/admin/reports/c?list=reason%3Dspam}",
    "form{action=/admin/reports/c?list=reason%3Dspam}",
    "form{action=/admin/reports/c?list=reason%3Dspam}",
    "form{action=/admin/reports/c?list=reason%3Dspam}",
    "form{action=/admin/reports/c?list=reason%3Dspam} [Unhide it and decide again]{pending=Undoing..., name=decision, value=undo}",
    "form{action=/admin/reports/c?list=reason%3Dspam} [Lift Rae's suspension]{pending=Lifting..., name=decision, value=lift}",
  ]);
});
