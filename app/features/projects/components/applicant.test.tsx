import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { framed } from "~/features/portfolio/sample";
import { application, deskProject, firstPlace } from "../../../../tests/support/applications";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { ApplicantView, DeskProject } from "../applicants.server";
import { Applicant } from "./applicant";

const clock = { zone: "UTC", now: Date.parse("2026-11-30T12:00:00Z") };
const shownApplicant = (change: Partial<ApplicantView>) => {
  const applicant = { ...application, ...change };
  return { ...applicant, samples: applicant.samples.map(framed) };
};
type Props = ComponentProps<typeof Applicant>;
const shown = (
  change: Partial<ApplicantView> = {},
  props: Partial<Props> = {},
  project: Partial<DeskProject> = {},
) =>
  outline(
    <Applicant
      project={{ ...deskProject, ...project }}
      applicant={shownApplicant(change)}
      place={{ ...firstPlace, folder: "waiting" }}
      as="h1"
      asked={null}
      nav="(the next one)"
      {...props}
    />,
    clock,
  );
const changed = (...state: Parameters<typeof shown>) => changesBetween(shown(), shown(...state));

test("an application shows the work, the person, what they wrote, and what its owner can do", () => {
  expect(shown()).toEqual([
    "ul{aria-label=Work by Ann}",
    "[(/media/m/640.webp) One ](/view/sample/one?from=%2F%23work-one)",
    "[(/media/m/640.webp) (Two) ](/view/sample/two?from=%2F%23work-two)",
    "A",
    "h1{tabindex=-1} Ann",
    "Editing, Color · Lima",
    "82% match",
    "Applied Nov 28 Pending · waiting on you for 2 days",
    "Hello!",
    "Price",
    "$60 per hour",
    "Availability",
    "Available now",
    "Portfolio",
    "[View Portfolio( of Ann (opens in a new tab))](https://ann.example/){target=_blank, rel=noopener nofollow}",
    "Both use Premiere · Both like film",
    "How fast?",
    "Very",
    "Why you?",
    "Not answered",
    "Private note",
    "form{action=/projects/p/applicants/ann?folder=waiting}",
    "Only you can see this{rows=2, name=privateNote}",
    "[Save note]{pending=Saving..., name=intent, value=note}",
    "[Accept( Ann) ](/projects/p/applicants/ann?folder=waiting&ask=accept) [ Message( Ann)](/messages/new?to=ann)",
    "form{action=/projects/p/applicants/ann?folder=waiting} [Decline( Ann) ]{pending=Declining..., name=intent, value=decline}",
    "(the next one)",
    "(More for Ann)",
    "form{action=/projects/p/applicants/ann?folder=waiting} [Shortlist( Ann)]{name=intent, value=shortlist} [Archive( Ann)]{name=intent, value=archive}",
    "[Decline with a note ](/projects/p/applicants/ann?folder=waiting&ask=decline)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
  ]);
});

test("what wasn't said or sent is left out", () => {
  expect(changed({ samples: [] })).toEqual([
    "- ul{aria-label=Work by Ann}",
    "- [(/media/m/640.webp) One ](/view/sample/one?from=%2F%23work-one)",
    "- [(/media/m/640.webp) (Two) ](/view/sample/two?from=%2F%23work-two)",
  ]);
  expect(changed({ areNamed: false })).toEqual(["+ These samples are from their profile."]);
  expect(changed({ areNamed: false, samples: [] })).toEqual([
    "- ul{aria-label=Work by Ann}",
    "- [(/media/m/640.webp) One ](/view/sample/one?from=%2F%23work-one)",
    "- [(/media/m/640.webp) (Two) ](/view/sample/two?from=%2F%23work-two)",
  ]);
  expect(changed({ services: ["Editing"], location: null })).toEqual([
    "- Editing, Color · Lima",
    "+ Editing",
  ]);
  expect(changed({ services: [] })).toEqual(["- Editing, Color · Lima", "+ Lima"]);
  expect(changed({ match: null })).toEqual(["- 82% match", "- Both use Premiere · Both like film"]);
  expect(changed({ match: { percent: 82, reasons: [] } })).toEqual(["- Both use Premiere · Both like film"]);
  expect(changed({ priceRange: "", portfolioLink: null })).toEqual([
    "- Price",
    "- $60 per hour",
    "- Portfolio",
    "- [View Portfolio( of Ann (opens in a new tab))](https://ann.example/){target=_blank, rel=noopener nofollow}",
  ]);
  expect(changed({}, {}, { questions: [] })).toEqual([
    "- How fast?",
    "- Very",
    "- Why you?",
    "- Not answered",
  ]);
});

test("the owner's own words are repeated: the reason for a release before the note of a decline", () => {
  expect(changed({ declineNote: "Too late." })).toEqual(["+ You wrote:", "+ Too late."]);
  expect(changed({ declineNote: "Too late.", releaseReason: "No time." })).toEqual([
    "+ You wrote:",
    "+ No time.",
  ]);
  expect(changed({ privateNote: "Call her" })).toEqual([
    "- Only you can see this{rows=2, name=privateNote}",
    "+ details{open}",
    "+ Only you can see this{rows=2, name=privateNote} Call her",
  ]);
});

test("each state of an application has its own actions", () => {
  expect(changed({ stage: "shortlisted" })).toEqual([
    "- Applied Nov 28 Pending · waiting on you for 2 days",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Shortlist( Ann)]{name=intent, value=shortlist} [Archive( Ann)]{name=intent, value=archive}",
    "+ Applied Nov 28 Pending Shortlisted · waiting on you for 2 days",
    "+ form{action=/projects/p/applicants/ann?folder=waiting} [Archive( Ann)]{name=intent, value=archive} [Move back to New( Ann)]{name=intent, value=restore}",
  ]);
  expect(changed({ stage: "archived" })).toEqual([
    "- Applied Nov 28 Pending · waiting on you for 2 days",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Shortlist( Ann)]{name=intent, value=shortlist} [Archive( Ann)]{name=intent, value=archive}",
    "+ Applied Nov 28 Pending Archived · waiting on you for 2 days",
    "+ form{action=/projects/p/applicants/ann?folder=waiting} [Shortlist( Ann)]{name=intent, value=shortlist} [Move back to New( Ann)]{name=intent, value=restore}",
  ]);
  expect(changed({ status: "accepted" })).toEqual([
    "- Applied Nov 28 Pending · waiting on you for 2 days",
    "- [Accept( Ann) ](/projects/p/applicants/ann?folder=waiting&ask=accept) [ Message( Ann)](/messages/new?to=ann)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Decline( Ann) ]{pending=Declining..., name=intent, value=decline}",
    "- (the next one)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Shortlist( Ann)]{name=intent, value=shortlist} [Archive( Ann)]{name=intent, value=archive}",
    "- [Decline with a note ](/projects/p/applicants/ann?folder=waiting&ask=decline)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
    "+ Applied Nov 28 Accepted",
    "+ [ Message( Ann)](/messages/new?to=ann) (the next one)",
    "+ [Let them go ](/projects/p/applicants/ann?folder=waiting&ask=release)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
  ]);
  expect(changed({ status: "withdrawn" })).toEqual([
    "- Applied Nov 28 Pending · waiting on you for 2 days",
    "- [Accept( Ann) ](/projects/p/applicants/ann?folder=waiting&ask=accept) [ Message( Ann)](/messages/new?to=ann)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Decline( Ann) ]{pending=Declining..., name=intent, value=decline}",
    "- (the next one)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Shortlist( Ann)]{name=intent, value=shortlist} [Archive( Ann)]{name=intent, value=archive}",
    "- [Decline with a note ](/projects/p/applicants/ann?folder=waiting&ask=decline)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
    "+ Applied Nov 28 Withdrawn",
    "+ [ Message( Ann)](/messages/new?to=ann) (the next one)",
    "+ [View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
  ]);
  expect(changed({ status: "declined" })).toEqual([
    "- Applied Nov 28 Pending · waiting on you for 2 days",
    "- [Accept( Ann) ](/projects/p/applicants/ann?folder=waiting&ask=accept) [ Message( Ann)](/messages/new?to=ann)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Decline( Ann) ]{pending=Declining..., name=intent, value=decline}",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Shortlist( Ann)]{name=intent, value=shortlist} [Archive( Ann)]{name=intent, value=archive}",
    "- [Decline with a note ](/projects/p/applicants/ann?folder=waiting&ask=decline)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
    "+ Applied Nov 28 Declined",
    "+ [ Message( Ann)](/messages/new?to=ann)",
    "+ form{action=/projects/p/applicants/ann?folder=waiting} [Undo decline( of Ann)]{pending=Undoing..., name=intent, value=take-back}",
    "+ [View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
  ]);
  expect(changed({ status: "declined", announceAt: "2026-11-30T12:07:00Z" })).toEqual([
    "- Applied Nov 28 Pending · waiting on you for 2 days",
    "- [Accept( Ann) ](/projects/p/applicants/ann?folder=waiting&ask=accept) [ Message( Ann)](/messages/new?to=ann)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Decline( Ann) ]{pending=Declining..., name=intent, value=decline}",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Shortlist( Ann)]{name=intent, value=shortlist} [Archive( Ann)]{name=intent, value=archive}",
    "- [Decline with a note ](/projects/p/applicants/ann?folder=waiting&ask=decline)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
    "+ Applied Nov 28 Declined · we'll let them know at 12:07 PM",
    "+ [ Message( Ann)](/messages/new?to=ann)",
    "+ form{action=/projects/p/applicants/ann?folder=waiting} [Undo decline( of Ann)]{pending=Undoing..., name=intent, value=take-back}",
    "+ [View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
  ]);
  expect(changed({ hasLeft: true })).toEqual([
    "- Price",
    "- $60 per hour",
    "- Availability",
    "- Available now",
    "- Portfolio",
    "- [View Portfolio( of Ann (opens in a new tab))](https://ann.example/){target=_blank, rel=noopener nofollow}",
    "- [Accept( Ann) ](/projects/p/applicants/ann?folder=waiting&ask=accept) [ Message( Ann)](/messages/new?to=ann)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Decline( Ann) ]{pending=Declining..., name=intent, value=decline}",
    "- [Decline with a note ](/projects/p/applicants/ann?folder=waiting&ask=decline)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
  ]);
  for (const status of ["accepted", "declined"] as const)
    expect(shown({ hasLeft: true, status }).slice(-2)).toEqual(["(the next one)", "(More for Ann)"]);
});

test("a closed project's applications can't be decided, and one in progress still takes decisions", () => {
  const inProject = (status: DeskProject["status"], change: Partial<ApplicantView>) =>
    changesBetween(shown(change), shown(change, {}, { status }));
  expect(inProject("in_progress", {})).toEqual([]);
  expect(inProject("completed", {})).toEqual([
    "- [Accept( Ann) ](/projects/p/applicants/ann?folder=waiting&ask=accept) [ Message( Ann)](/messages/new?to=ann)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Decline( Ann) ]{pending=Declining..., name=intent, value=decline}",
    "- (the next one)",
    "- [Decline with a note ](/projects/p/applicants/ann?folder=waiting&ask=decline)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
    "+ [ Message( Ann)](/messages/new?to=ann) (the next one)",
    "+ [View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
  ]);
  expect(inProject("in_progress", { status: "accepted" })).toEqual([]);
  expect(inProject("cancelled", { status: "accepted" })).toEqual([
    "- [Let them go ](/projects/p/applicants/ann?folder=waiting&ask=release)[View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
    "+ [View Profile](/profile/ann) [Report](/report/application/p?by=ann)",
  ]);
  const silent = { status: "declined", announceAt: "2026-11-30T12:07:00Z" } as const;
  expect(inProject("in_progress", silent)).toEqual([]);
  expect(inProject("completed", silent)).toEqual([
    "- [ Message( Ann)](/messages/new?to=ann)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Undo decline( of Ann)]{pending=Undoing..., name=intent, value=take-back}",
    "- (the next one)",
    "+ [ Message( Ann)](/messages/new?to=ann) (the next one)",
  ]);
  expect(inProject("in_progress", { status: "declined" })).toEqual([
    "- [ Message( Ann)](/messages/new?to=ann)",
    "- form{action=/projects/p/applicants/ann?folder=waiting} [Undo decline( of Ann)]{pending=Undoing..., name=intent, value=take-back}",
    "- (the next one)",
    "+ [ Message( Ann)](/messages/new?to=ann) (the next one)",
  ]);
});

test("a dialog asks before each decision, only while it can be made, and keeps what was typed", () => {
  expect(changed({}, { asked: "accept" })).toEqual([
    "+ dialog{open, tabindex=-1}",
    "+ Accept Ann?",
    "+ [(Close)](/projects/p/applicants/ann?folder=waiting)",
    "+ We'll let them know right away, and you'll match, so you can message each other. You can't undo this.",
    "+ form{action=/projects/p/applicants/ann?folder=waiting}",
    "+ [Accept]{pending=Accepting..., name=intent, value=accept} [Not now](/projects/p/applicants/ann?folder=waiting)",
  ]);
  expect(changed({}, { asked: "decline" })).toEqual([
    "+ dialog{open, tabindex=-1}",
    "+ Decline Ann?",
    "+ [(Close)](/projects/p/applicants/ann?folder=waiting)",
    "+ We'll let them know in 10 minutes. You can undo this until then.",
    "+ form{action=/projects/p/applicants/ann?folder=waiting}",
    "+ Note to the applicant (optional){rows=3, name=note}",
    "+ [Decline]{pending=Declining..., name=intent, value=decline} [Not now](/projects/p/applicants/ann?folder=waiting)",
  ]);
  const accepted = { status: "accepted" } as const;
  expect(changesBetween(shown(accepted), shown(accepted, { asked: "release" }))).toEqual([
    "+ dialog{open, tabindex=-1}",
    "+ Let Ann go?",
    "+ [(Close)](/projects/p/applicants/ann?folder=waiting)",
    "+ We'll let them know right away, with your reason. You can't undo this, but you can still message each other.",
    "+ form{action=/projects/p/applicants/ann?folder=waiting}",
    "+ Reason{rows=3, name=reason, required}",
    "+ [Let them go]{pending=Saving..., name=intent, value=release} [Not now](/projects/p/applicants/ann?folder=waiting)",
  ]);
  for (const asked of ["accept", "decline"] as const)
    expect(shown(accepted, { asked })).toEqual(shown(accepted));
  expect(shown({}, { asked: "release" })).toEqual(shown());
  const result = { initialValue: { intent: "decline", note: "Sorry" }, error: { note: ["Too long"] } };
  expect(changesBetween(shown({}, { asked: "decline" }), shown({}, { asked: "decline", result }))).toEqual([
    "- Note to the applicant (optional){rows=3, name=note}",
    "+ Note to the applicant (optional){rows=3, name=note, aria-invalid=true} Sorry",
    "+ Too long",
  ]);
  expect(changed({}, { result })).toEqual([]);
  const ofNote = { initialValue: { intent: "note", note: "Sorry" } };
  for (const other of [ofNote, {}])
    expect(shown({}, { asked: "decline", result: other }).filter((line) => line.includes("note="))).toEqual(
      [],
    );
});

test("a private note that's refused stays open with its text", () => {
  const result = {
    initialValue: { intent: "note", privateNote: "Long" },
    error: { privateNote: ["Too long"] },
  };
  expect(changed({}, { result })).toEqual([
    "- Only you can see this{rows=2, name=privateNote}",
    "+ details{open}",
    "+ Only you can see this{rows=2, name=privateNote, aria-invalid=true} Long",
    "+ Too long",
  ]);
});
