import { expect, test } from "vitest";
import type { FormResult } from "~/ui/form";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { PersonFacts } from "../person.server";
import {
  PersonActForms,
  PersonActs,
  PersonFactsCard,
  PersonLedger,
  PersonMails,
  PersonReports,
} from "./person";

const [at, later] = ["2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"];
const person: PersonFacts = {
  ...{ id: "p", name: "Rae", email: "rae@example.com", type: null, status: null, isAdmin: false },
  ...{ isConfirmed: true, hasSecondFactor: false, leavesAt: null, timeZone: null, joinedAt: at },
  ...{ suspension: null, sessions: 0, lastSeenAt: null, plan: "free", periodEnd: null },
  used: { posts: 0, messages: 1, swipes: 2, saved: 3 },
};
const forms = (change: Partial<PersonFacts> = {}, result?: FormResult) =>
  outline(<PersonActForms person={{ ...person, ...change }} result={result} />);

test("an admin can change a person's name or suspend them", () => {
  expect(forms()).toEqual([
    "section{aria-label=Actions}",
    "Actions",
    "details{name=act}",
    "Change name",
    "form{action=/admin/people/p} {type=hidden, name=was, value=Rae}",
    "New name{type=text, name=fullName, required, autoComplete=off, value=Rae}",
    "Reason",
    "We email it to them. Leave out names: the audit log keeps this permanently.",
    "{rows=2, name=why, required}",
    "[Change name]{pending=Saving..., name=act, value=rename}",
    "details{name=act}",
    "Suspend",
    "form{action=/admin/people/p}",
    "How long?{name=length, required} [Choose]{value}[1 day]{value=1}[7 days]{value=7}[30 days]{value=30}[90 days]{value=90}[Permanent]{value=forever}",
    "Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
    "Message they see when they sign in (optional){rows=3, name=words}",
    "[Suspend]{pending=Suspending..., name=act, value=suspend}",
  ]);
});

const suspension = { at, until: null, reason: "Spam", words: "Stop." };

test.each<[string, Partial<PersonFacts>, string[]]>([
  [
    "someone who's signed in",
    { sessions: 1 },
    [
      "+ form{action=/admin/people/p} [Sign out everywhere]{pending=Signing out..., name=act, value=sign-out}",
    ],
  ],
  [
    "an unconfirmed address",
    { isConfirmed: false },
    [
      "+ form{action=/admin/people/p} [Resend confirmation link]{pending=Sending..., name=act, value=confirm-mail}",
    ],
  ],
  [
    "an admin",
    { isAdmin: true, hasSecondFactor: true },
    [
      "- details{name=act}",
      "- Suspend",
      "- form{action=/admin/people/p}",
      "- How long?{name=length, required} [Choose]{value}[1 day]{value=1}[7 days]{value=7}[30 days]{value=30}[90 days]{value=90}[Permanent]{value=forever}",
      "- Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
      "- Message they see when they sign in (optional){rows=3, name=words}",
      "- [Suspend]{pending=Suspending..., name=act, value=suspend}",
    ],
  ],
  [
    "two-step verification",
    { hasSecondFactor: true },
    [
      "+ Turn off two-step verification",
      "+ For someone who's lost their phone and their recovery codes. After this, they sign in with just their password. We let them know by email.",
      "+ How do you know it's them?",
      "+ For the audit log.",
      "+ {rows=2, name=why, required}",
      "+ [Turn off two-step verification]{pending=Saving..., name=act, value=drop-factor}",
      "+ details{name=act}",
      "+ form{action=/admin/people/p}",
    ],
  ],
  [
    "a permanent suspension",
    { suspension },
    [
      "- Suspend",
      "+ Suspended Nov 20, 2026, 12:00 PM permanently: Spam. Stop.",
      "+ [Lift suspension]{pending=Lifting..., name=act, value=lift}",
      "+ Extend suspension",
      "+ form{action=/admin/people/p}",
    ],
  ],
  [
    "a suspension",
    { suspension: { at, until: later, reason: "", words: "" } },
    [
      "- Suspend",
      "+ Suspended Nov 20, 2026, 12:00 PM until Nov 21, 2026, 12:00 PM",
      "+ [Lift suspension]{pending=Lifting..., name=act, value=lift}",
      "+ Extend suspension",
      "+ form{action=/admin/people/p}",
    ],
  ],
])("an admin can do what fits the person's state: %s", (_, change, expected) => {
  expect(changesBetween(forms(), forms(change))).toEqual(expected);
});

const rejected = (act: string, field: string, change: Partial<PersonFacts>) => {
  const initialValue = { act, fullName: "Ray", why: "A typo.", length: "7", reason: "spam", words: "Stop." };
  return forms(change, { initialValue, error: { [field]: ["Please check this."] } });
};

test.each<[string, string, Partial<PersonFacts>, string[]]>([
  ["rename", "fullName", {}, ["[Please check this.](#rename-fullName)", "Change name"]],
  ["rename", "why", {}, ["[Please check this.](#rename-why)", "Change name"]],
  [
    "drop-factor",
    "why",
    { hasSecondFactor: true },
    ["[Please check this.](#drop-factor-why)", "Turn off two-step verification"],
  ],
  ["drop-factor", "why", {}, ["Please check this.", "nothing opened"]],
  ["drop-factor", "why", { hasSecondFactor: true, isAdmin: true }, ["Please check this.", "nothing opened"]],
  ["suspend", "length", {}, ["[Please check this.](#suspend-length)", "Suspend"]],
  ["suspend", "reason", {}, ["[Please check this.](#suspend-reason)", "Suspend"]],
  ["suspend", "words", {}, ["[Please check this.](#suspend-words)", "Suspend"]],
  ["suspend", "words", { isAdmin: true }, ["Please check this.", "nothing opened"]],
  ["sign-out", "", {}, ["Please check this.", "nothing opened"]],
])(
  "an error links to its field if the form is still there, and opens it: %s, %s, %j",
  (act, field, change, expected) => {
    const lines = rejected(act, field, change);
    const opened = lines.indexOf("details{open, name=act}");
    const link = lines[lines.indexOf("Nothing changed") + 1];
    expect([link, opened > 0 ? lines[opened + 1] : "nothing opened"]).toEqual(expected);
  },
);

test.each<[string, string[]]>([
  [
    "rename",
    [
      "- New name{type=text, name=fullName, required, autoComplete=off, value=Rae}",
      "- {rows=2, name=why, required}",
      "- details{name=act}",
      "+ div{role=alert, tabindex=-1, autofocus}",
      "+ Nothing changed",
      "+ [Please check this.](#rename-fullName)",
      "+ details{open, name=act}",
      "+ New name{type=text, name=fullName, required, autoComplete=off, value=Ray}",
      "+ {rows=2, name=why, required} A typo.",
    ],
  ],
  [
    "drop-factor",
    [
      "- {rows=2, name=why, required}",
      "- details{name=act}",
      "+ div{role=alert, tabindex=-1, autofocus}",
      "+ Nothing changed",
      "+ [Please check this.](#drop-factor-why)",
      "+ details{open, name=act}",
      "+ {rows=2, name=why, required} A typo.",
    ],
  ],
  [
    "suspend",
    [
      "- details{name=act}",
      "- How long?{name=length, required} [Choose]{value}[1 day]{value=1}[7 days]{value=7}[30 days]{value=30}[90 days]{value=90}[Permanent]{value=forever}",
      "- Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam}[Illegal content or conduct]{value=law}",
      "- Message they see when they sign in (optional){rows=3, name=words}",
      "+ div{role=alert, tabindex=-1, autofocus}",
      "+ Nothing changed",
      "+ [Please check this.](#suspend-length)",
      "+ details{open, name=act}",
      "+ How long?{name=length, required} [Choose]{value}[1 day]{value=1}[7 days]{value=7, selected}[30 days]{value=30}[90 days]{value=90}[Permanent]{value=forever}",
      "+ Why?{name=reason, required} [Choose a reason]{value}[Disrespectful or threatening communication]{value=respect}[Dishonest representation]{value=honesty}[Unprofessional conduct]{value=conduct}[Unfair payment practices]{value=payment}[Spam or advertising]{value=spam, selected}[Illegal content or conduct]{value=law}",
      "+ Message they see when they sign in (optional){rows=3, name=words} Stop.",
    ],
  ],
])("a rejected form keeps what was entered, and the other forms stay as they were: %s", (act, expected) => {
  const change = { hasSecondFactor: true };
  expect(changesBetween(forms(change), rejected(act, "", change))).toEqual(expected);
});

const facts = (change: Partial<PersonFacts> = {}) =>
  outline(<PersonFactsCard person={{ ...person, ...change }} />);

test("an admin sees the facts about an account", () => {
  expect(facts()).toEqual([
    "section{aria-label=Account}",
    "Account",
    "Email",
    "rae",
    "@example.com",
    "Two-step verification",
    "Off",
    "ID",
    "p",
    "Type",
    "Not chosen yet",
    "Joined",
    "Nov 20, 2026, 12:00 PM",
    "Time zone",
    "Unknown",
    "Sessions",
    "None",
    "Plan",
    "Free",
    "Used",
    "0 posts, 1 message, 2 swipes today, 3 saved",
    "[Profile](/profile/p) [Reset Usage](/admin/subscriptions/p?back=%2Fadmin%2Fpeople%2Fp)",
  ]);
});

test.each<[Partial<PersonFacts>, string[]]>([
  [
    { isConfirmed: false, hasSecondFactor: true, leavesAt: later },
    [
      "- @example.com",
      "- Off",
      "+ @example.com, not confirmed",
      "+ On",
      "+ Account will be deleted",
      "+ Nov 21, 2026, 12:00 PM",
    ],
  ],
  [
    { type: "contributor", status: "pending", timeZone: "Europe/Berlin" },
    [
      "- Not chosen yet",
      "- Unknown",
      "- [Profile](/profile/p) [Reset Usage](/admin/subscriptions/p?back=%2Fadmin%2Fpeople%2Fp)",
      "+ Service Provider, pending",
      "+ Europe/Berlin",
      "+ [Profile](/profile/p) [Review](/admin/contributors/p) [Reset Usage](/admin/subscriptions/p?back=%2Fadmin%2Fpeople%2Fp)",
    ],
  ],
  [
    { type: "creator", isAdmin: true, plan: "pro", periodEnd: later },
    ["- Not chosen yet", "- Free", "+ Hiring User, admin", "+ Pro, until Nov 21, 2026"],
  ],
  [
    { sessions: 2, lastSeenAt: later, used: { posts: 1, messages: 0, swipes: 1, saved: 0 } },
    [
      "- None",
      "- 0 posts, 1 message, 2 swipes today, 3 saved",
      "+ 2, last seen Nov 21, 2026, 12:00 PM",
      "+ 1 post, 0 messages, 1 swipe today, 0 saved",
    ],
  ],
])("the facts tell what's different about an account: %j", (change, expected) => {
  expect(changesBetween(facts(), facts(change))).toEqual(expected);
});

const line = {
  id: "1",
  kind: "post",
  amount: 1,
  reset: null,
  at,
  name: null,
  title: "Teaser",
  isToGroup: false,
} as const;
const mail = { id: "m", subject: "You matched", state: "waiting", at, sentAt: null } as const;

test("usage and emails are paged, and say when there's nothing, or nothing more", () => {
  expect(outline(<PersonLedger lines={[]} />)).toEqual([
    "section{aria-label=Usage}",
    "Usage",
    "Nothing counted yet.",
  ]);
  expect(outline(<PersonLedger lines={[]} first="/admin/people/p" />)).toEqual([
    "section{aria-label=Usage}",
    "Usage",
    "That's everything.",
    "nav{aria-label=Usage} [First page](/admin/people/p)",
  ]);
  expect(outline(<PersonLedger lines={[line]} first="/first" next="/next" />)).toEqual([
    "section{aria-label=Usage}",
    "Usage",
    "Posted Teaser Nov 20, 2026, 12:00 PM",
    "nav{aria-label=Usage} [First page](/first) [Next](/next){rel=next}",
  ]);
  expect(outline(<PersonMails mails={[]} />)).toEqual([
    "section{aria-label=Emails}",
    "Emails",
    "We haven't emailed them yet.",
  ]);
  expect(
    outline(<PersonMails mails={[mail, { ...mail, id: "n", state: "sent", sentAt: later }]} next="/next" />),
  ).toEqual([
    "section{aria-label=Emails}",
    "Emails",
    "You matched Waiting, Nov 20, 2026, 12:00 PM",
    "You matched Sent, Nov 21, 2026, 12:00 PM",
    "nav{aria-label=Emails} [Next](/next){rel=next}",
  ]);
});

const report = {
  id: "r",
  caseId: "c",
  isAbout: true,
  kind: "profile",
  title: "Rae",
  reason: "Spam",
  state: "open",
  at,
} as const;

test("reports about a person and by them link to their cases", () => {
  expect(outline(<PersonReports reports={[]} />)).toEqual([
    "section{aria-label=Reports}",
    "Reports",
    "No reports about them or by them.",
  ]);
  const others = { ...report, id: "s", caseId: "d", isAbout: false, title: "", state: "hidden" } as const;
  expect(outline(<PersonReports reports={[report, others]} />)).toEqual([
    "section{aria-label=Reports}",
    "Reports",
    "About them: [Rae](/admin/reports/c)",
    "Spam, waiting, Nov 20, 2026, 12:00 PM",
    "By them: [Untitled](/admin/reports/d)",
    "Spam, hidden, Nov 20, 2026, 12:00 PM",
  ]);
});

test("a person's page shows the latest admin actions, and links to all of them", () => {
  const act = {
    id: "1",
    at,
    act: "Changed a name",
    admin: null,
    person: null,
    reason: "",
    before: "",
    after: "",
  };
  expect(outline(<PersonActs personId="p" acts={[]} />)).toEqual([
    "section{aria-label=Admin actions}",
    "Admin actions",
    "No actions by or about them.",
    "[View all in the audit log](/admin/audit?person=p)",
  ]);
  expect(outline(<PersonActs personId="p" acts={[act]} />)).toEqual([
    "section{aria-label=Admin actions}",
    "Admin actions",
    "Changed a name Nov 20, 2026, 12:00 PM",
    "By",
    "the command line",
    "[View all in the audit log](/admin/audit?person=p)",
  ]);
});
