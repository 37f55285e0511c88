import { expect, test } from "vitest";
import type { AttachmentView } from "~/features/messaging/attachment";
import type { SampleView } from "~/features/portfolio/sample";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { CaseView, QueuedCase, ReportView } from "../case.server";
import type { SnapshotMessage } from "../report";
import { CaseFacts, CaseList } from "./case";

const at = "2026-11-20T12:00:00Z";
const clock = { zone: "UTC", now: Date.parse("2026-11-21T12:00:00Z") };

const queued: QueuedCase = {
  ...{ id: "c", kind: "profile", title: "Rae's profile", name: "Rae", reasons: ["Spam"], reports: 1 },
  ...{ urgency: 1, since: at, decidedAt: null, against: 0, againstReporters: 0 },
};
const listed = (change: Partial<QueuedCase> = {}, list?: string) =>
  outline(<CaseList cases={[{ ...queued, ...change }]} list={list} />, clock);

test.each<[Partial<QueuedCase>, string[]]>([
  [
    {},
    [
      "[Rae's profile](/admin/reports/c)",
      "Rae's profile: Spam",
      "1 report, yesterday. Rae has never been reported. The person who reported this has never been reported.",
      "High severity",
    ],
  ],
  [
    { title: "", urgency: 2, reasons: ["Spam", "Something else"], reports: 2 },
    [
      "[Untitled](/admin/reports/c)",
      "Rae's profile: Spam · Something else",
      "2 reports, the first yesterday. Rae has never been reported. The people who reported this have never been reported.",
      "Medium severity",
    ],
  ],
  [
    { urgency: 3, decidedAt: "2026-11-21T10:00:00Z", against: 1, againstReporters: 2 },
    [
      "[Rae's profile](/admin/reports/c)",
      "Rae's profile: Spam",
      "1 report, yesterday, decided today. Rae has been reported once. The person who reported this has been reported 2 times.",
      "Low severity",
    ],
  ],
])(
  "the list of cases tells how urgent each is, and how often each person was reported: %j",
  (change, lines) => {
    expect(listed(change)).toEqual(lines);
  },
);

test("a case links back to the list it was opened from", () => {
  expect(listed({}, "reason=spam")[0]).toEqual("[Rae's profile](/admin/reports/c?list=reason%3Dspam)");
});

const reporter = { id: "q", name: "Quinn", avatarUrl: null, made: 1, dismissed: 0, against: 0 };
const report: ReportView = {
  ...{ id: "r", isBySystem: false, reporter, reason: "Spam", details: "It's an ad.", at },
  snapshot: { title: "Rae", name: "Rae", facts: [] },
};
const reportCase: CaseView = {
  ...{ id: "c", kind: "profile", state: "open", urgency: 1, since: at, personId: "p", name: "Rae" },
  ...{ isSuspended: false, isAdmin: false, decision: null, reports: [report], reportCount: 1 },
  ...{ others: [], suspensions: [], warnings: [] },
};
const shown = (change: Partial<CaseView> = {}) =>
  outline(<CaseFacts reportCase={{ ...reportCase, ...change }} />, clock);
const reported = (change: Partial<ReportView>) => shown({ reports: [{ ...report, ...change }] });

test("a case shows what was reported, by whom, and that nothing else is known about the person", () => {
  expect(shown()).toEqual([
    "High severity About [Rae](/profile/p)",
    "section{aria-labelledby=evidence}",
    "As it looked when reported",
    "Rae",
    "section{aria-labelledby=reports}",
    "1 report",
    "Q",
    "Spam",
    "It's an ad.",
    "From [Quinn](/profile/q), Nov 20, 2026, 12:00 PM. They've sent 1 report (0 dismissed) and have never been reported.",
    "section{aria-labelledby=history}",
    "Rae's history",
    "No other reports, warnings or suspensions.",
  ]);
});

test.each<[string, Partial<CaseView>, string[]]>([
  [
    "decided",
    { state: "warned", urgency: 2 },
    ["- High severity About [Rae](/profile/p)", "+ Medium severity Warned About [Rae](/profile/p)"],
  ],
  [
    "low",
    { urgency: 3 },
    ["- High severity About [Rae](/profile/p)", "+ Low severity About [Rae](/profile/p)"],
  ],
  [
    "the person is suspended",
    { isSuspended: true },
    ["- High severity About [Rae](/profile/p)", "+ High severity About Rae (suspended)"],
  ],
  [
    "the thing is gone",
    { reports: [], reportCount: 0 },
    [
      "- section{aria-labelledby=evidence}",
      "- As it looked when reported",
      "- Rae",
      "- 1 report",
      "- Q",
      "- Spam",
      "- It's an ad.",
      "- From [Quinn](/profile/q), Nov 20, 2026, 12:00 PM. They've sent 1 report (0 dismissed) and have never been reported.",
      "+ 0 reports",
    ],
  ],
  [
    "further reports",
    { reports: [report, { ...report, id: "s", snapshot: null }], reportCount: 3 },
    [
      "- 1 report",
      "+ 3 reports",
      "+ Q",
      "+ Spam",
      "+ It's an ad.",
      "+ From [Quinn](/profile/q), Nov 20, 2026, 12:00 PM. They've sent 1 report (0 dismissed) and have never been reported.",
      "+ Showing the first 2.",
    ],
  ],
  [
    "it has changed since the first report",
    {
      reports: [report, { ...report, id: "s", snapshot: { title: "New", name: "Rae", facts: [] } }],
      reportCount: 2,
    },
    [
      "- 1 report",
      "+ 2 reports",
      "+ Q",
      "+ Spam",
      "+ It's an ad.",
      "+ From [Quinn](/profile/q), Nov 20, 2026, 12:00 PM. They've sent 1 report (0 dismissed) and have never been reported.",
      "+ As it looked then",
      "+ New by Rae",
    ],
  ],
])("a case shows its state: %s", (_, change, expected) => {
  expect(changesBetween(shown(), shown(change))).toEqual(expected);
});

test.each<[Partial<ReportView>, string[]]>([
  [
    { reporter: null, details: "" },
    [
      "- Q",
      "- It's an ad.",
      "- From [Quinn](/profile/q), Nov 20, 2026, 12:00 PM. They've sent 1 report (0 dismissed) and have never been reported.",
      "+ From a guest, or someone who has since left, Nov 20, 2026, 12:00 PM.",
    ],
  ],
  [
    { reporter: null, isBySystem: true },
    [
      "- Q",
      "- From [Quinn](/profile/q), Nov 20, 2026, 12:00 PM. They've sent 1 report (0 dismissed) and have never been reported.",
      "+ Flagged automatically, Nov 20, 2026, 12:00 PM.",
    ],
  ],
  [
    { reporter: { ...reporter, made: 2, dismissed: 1, against: 1 } },
    [
      "- From [Quinn](/profile/q), Nov 20, 2026, 12:00 PM. They've sent 1 report (0 dismissed) and have never been reported.",
      "+ From [Quinn](/profile/q), Nov 20, 2026, 12:00 PM. They've sent 2 reports (1 dismissed) and have been reported once.",
    ],
  ],
])("a report says who made it, and what became of their earlier ones: %j", (change, expected) => {
  expect(changesBetween(shown(), reported(change))).toEqual(expected);
});

const said: SnapshotMessage = {
  seq: 1,
  sender: "Rae",
  content: "Buy now!",
  file: null,
  isDeleted: false,
  at,
};
const attachment: AttachmentView = {
  ...{ mediaId: "m", kind: "image", name: "ad.png", bytes: 5, original: null, peaks: null, milliseconds: 0 },
  ...{ width: 10, height: 10, picture: null },
};
const sample: SampleView = {
  ...{ id: "w", kind: "video", title: "Reel", part: "", service: null, madeOn: null, isCover: false },
  ...{ picture: null, file: null, url: null, linkTitle: "" },
};
const picture = { mediaId: "m", width: 10, height: 10, widths: [320, 640], alt: "", tone: null };

test.each<[string, Partial<NonNullable<ReportView["snapshot"]>>, string[]]>([
  [
    "facts, and a title of its own",
    {
      title: "Ad",
      facts: [
        ["Brief", "Buy now!"],
        ["Brief", "Again."],
      ],
    },
    ["- Rae", "+ Ad by Rae", "+ Brief", "+ Buy now!", "+ Brief", "+ Again."],
  ],
  [
    "messages",
    {
      messages: [
        said,
        { ...said, seq: 2, isMeant: true, file: "ad.png" },
        { ...said, seq: 3, isDeleted: true },
        { ...said, seq: 4, file: "ad.png", attachment },
        { ...said, seq: 5, attachment: { ...attachment, name: "", picture } },
      ],
    },
    [
      "- Rae",
      "+ R",
      "+ Rae, Nov 20, 2026, 12:00 PM",
      "+ Buy now!",
      "+ R",
      "+ Reported: Rae, Nov 20, 2026, 12:00 PM",
      "+ Buy now! (attached: ad.png)",
      "+ R",
      "+ Rae, Nov 20, 2026, 12:00 PM",
      "+ (already deleted)",
      "+ R",
      "+ Rae, Nov 20, 2026, 12:00 PM",
      "+ Buy now!",
      "+ [ad.png](/media/m/file){target=_blank, rel=noopener}",
      "+ R",
      "+ Rae, Nov 20, 2026, 12:00 PM",
      "+ Buy now!",
      "+ [(/media/m/640.webp) File (image)](/media/m/640.webp){target=_blank, rel=noopener}",
    ],
  ],
  ["samples", { samples: [sample] }, ["+ [Reel ](/view/sample/w?from=%2Fadmin%2Freports%2Fc%23work-w)"]],
])("a case shows a copy of what was reported: %s", (_, change, expected) => {
  expect(
    changesBetween(shown(), reported({ snapshot: { title: "Rae", name: "Rae", facts: [], ...change } })),
  ).toEqual(expected);
});

const warning = { reason: "Spam", words: "Stop.", at, by: "Ada", readAt: null, isTakenBack: false };
const suspension = { reason: "Spam", words: "Stop.", at, until: null, by: "Ada", lifted: null };

test.each<[string, Partial<CaseView>, string[]]>([
  [
    "an unread warning",
    { warnings: [warning] },
    [
      "- No other reports, warnings or suspensions.",
      "+ Warned, Nov 20, 2026",
      "+ Spam. Stop. By Ada. Not read yet.",
    ],
  ],
  [
    "a read warning",
    { warnings: [{ ...warning, readAt: "2026-11-21T12:00:00Z" }] },
    [
      "- No other reports, warnings or suspensions.",
      "+ Warned, Nov 20, 2026",
      "+ Spam. Stop. By Ada. Read on Nov 21, 2026.",
    ],
  ],
  [
    "a withdrawn warning",
    { warnings: [{ ...warning, readAt: at, isTakenBack: true }] },
    [
      "- No other reports, warnings or suspensions.",
      "+ Warned, Nov 20, 2026",
      "+ Spam. Stop. By Ada. Withdrawn.",
    ],
  ],
  [
    "a permanent suspension",
    { suspensions: [suspension] },
    [
      "- No other reports, warnings or suspensions.",
      "+ Suspended, Nov 20, 2026",
      "+ Permanently. Spam. Stop. By Ada.",
    ],
  ],
  [
    "a lifted suspension",
    {
      suspensions: [
        { ...suspension, until: "2026-11-27T12:00:00Z", lifted: { at: "2026-11-21T12:00:00Z", by: "Bo" } },
      ],
    },
    [
      "- No other reports, warnings or suspensions.",
      "+ Suspended, Nov 20, 2026",
      "+ Until Nov 27, 2026, 12:00 PM. Spam. Stop. By Ada. Lifted by Bo on Nov 21, 2026.",
    ],
  ],
  [
    "another case",
    { others: [{ id: "d", kind: "sample", state: "open", reasons: ["Spam", "Other"], at }] },
    [
      "- No other reports, warnings or suspensions.",
      "+ [Spam, Other (work sample)](/admin/reports/d)",
      "+ Waiting, Nov 20, 2026",
    ],
  ],
])("a case shows the person's history: %s", (_, change, expected) => {
  expect(changesBetween(shown(), shown(change))).toEqual(expected);
});
