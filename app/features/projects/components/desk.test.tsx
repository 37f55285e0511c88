import { expect, test } from "vitest";
import { application, deskProject, firstPlace } from "../../../../tests/support/applications";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { ApplicantPage, ApplicantView, ListedApplicant } from "../applicants.server";
import type { DeskPlace } from "../desk";
import { CompareApplicants } from "./compare-applicants";
import { ApplicantNav, DeclinedNotice, Desk, DeskMeta } from "./desk";

const listed = (contributorId: string, change: Partial<ListedApplicant> = {}): ListedApplicant => ({
  ...application,
  ...{ contributorId, name: contributorId, note: "", frames: [] },
  ...change,
});
const page = (applicants: ListedApplicant[], change: Partial<ApplicantPage> = {}): ApplicantPage => ({
  ...{ applicants, next: null, first: null, following: null },
  ...change,
});
const desk = (shown: ApplicantPage, place: Partial<DeskPlace> = {}, isChosen = true) =>
  outline(
    <Desk
      project={deskProject}
      place={{ ...firstPlace, ...place }}
      page={shown}
      chosen={isChosen ? { ...application, samples: [] } : null}
      shown="list"
      tools="(tools)"
    >
      (the applicant)
    </Desk>,
  );

test("the list has a folder for each state, and says when one is empty", () => {
  expect(desk(page([]))).toEqual([
    "nav{aria-label=Applications by status} [All 8](/projects/p){aria-current=page} [New 3](/projects/p?folder=waiting) [Shortlisted 2](/projects/p?folder=shortlisted) [Archived 1](/projects/p?folder=archived) [Accepted 1](/projects/p?folder=accepted) [Declined 2](/projects/p?folder=declined) [Sort by date](/projects/p?sort=date)",
    "No applications here.",
    "(tools)",
    "article{aria-labelledby=applicant-name} (the applicant)",
  ]);
  expect(desk(page([listed("bob")]), {}, false).slice(-2)).toEqual([
    "{type=checkbox, form=compare, name=with, value=bob} Compare( bob)",
    "(tools)",
  ]);
  expect(desk(page([]), { folder: "archived", sort: "date", after: "x" })[0]).toEqual(
    "nav{aria-label=Applications by status} [All 8](/projects/p?sort=date) [New 3](/projects/p?folder=waiting&sort=date) [Shortlisted 2](/projects/p?folder=shortlisted&sort=date) [Archived 1](/projects/p?folder=archived&sort=date){aria-current=page} [Accepted 1](/projects/p?folder=accepted&sort=date) [Declined 2](/projects/p?folder=declined&sort=date) [Sort by match](/projects/p?folder=archived)",
  );
});

test("a row says who applied when, and what became of it", () => {
  const row = (change: Partial<ListedApplicant>, place: Partial<DeskPlace> = {}) =>
    desk(page([listed("bob", change)]), place).slice(1, -2);
  expect(row({})).toEqual([
    "ul{aria-label=Applications (9)}",
    "B",
    "[bob](/projects/p/applicants/bob#applicant)( New)",
    "Applied Nov 28, 2026 Pending",
    "82%( match)",
    "{type=checkbox, form=compare, name=with, value=bob} Compare( bob)",
  ]);
  const differs = (...state: Parameters<typeof row>) => changesBetween(row({}), row(...state));
  expect(differs({ stage: "shortlisted" })).toEqual([
    "- [bob](/projects/p/applicants/bob#applicant)( New)",
    "- Applied Nov 28, 2026 Pending",
    "+ [bob](/projects/p/applicants/bob#applicant)",
    "+ Applied Nov 28, 2026 Pending Shortlisted",
  ]);
  expect(differs({ status: "accepted" })).toEqual([
    "- [bob](/projects/p/applicants/bob#applicant)( New)",
    "- Applied Nov 28, 2026 Pending",
    "+ [bob](/projects/p/applicants/bob#applicant)",
    "+ Applied Nov 28, 2026 Accepted",
  ]);
  expect(differs({ percent: 0 })).toEqual(["- 82%( match)"]);
  expect(differs({ percent: 1 })).toEqual(["- 82%( match)", "+ 1%( match)"]);
  const frames = [{ title: "Reel", picture: null }] as ListedApplicant["frames"];
  expect(differs({ frames })).toEqual(["+ Reel"]);
  expect(differs({ note: "Hello" })).toEqual(["+ Hello"]);
  expect(differs({ contributorId: "ann", name: "bob" })).toEqual([
    "- [bob](/projects/p/applicants/bob#applicant)( New)",
    "- {type=checkbox, form=compare, name=with, value=bob} Compare( bob)",
    "+ li{aria-current=true}",
    "+ [bob](/projects/p/applicants/ann#applicant)( New)",
    "+ {type=checkbox, form=compare, name=with, value=ann} Compare( bob)",
  ]);
  expect(differs({}, { ticked: ["bob"] })).toEqual([
    "- [bob](/projects/p/applicants/bob#applicant)( New)",
    "- {type=checkbox, form=compare, name=with, value=bob} Compare( bob)",
    "+ [bob](/projects/p/applicants/bob?ticked=bob#applicant)( New)",
    "+ {type=checkbox, form=compare, name=with, checked, value=bob} Compare( bob)",
  ]);
  expect(row({ isAvailable: false, status: "declined" })).toEqual([
    "ul{aria-label=Applications (9)}",
    "Application unavailable",
    "Declined Applied Nov 28, 2026. We've kept it and will show it here if it becomes available again.",
  ]);
});

test("two people or more can be compared, wherever they were selected", () => {
  const end = (shown: ApplicantPage, place: Partial<DeskPlace> = {}) => desk(shown, place).slice(5);
  expect(end(page([listed("bob")]), { ticked: ["bob"] })).toEqual([
    "82%( match)",
    "{type=checkbox, form=compare, name=with, checked, value=bob} Compare( bob)",
    "(tools)",
    "article{aria-labelledby=applicant-name} (the applicant)",
  ]);
  expect(end(page([listed("bob")]), { ticked: ["bob", "cleo"] })).toEqual([
    "82%( match)",
    "{type=checkbox, form=compare, name=with, checked, value=bob} Compare( bob)",
    "form{action=/projects/p/compare} {type=hidden, name=with, value=cleo} [Compare up to 3]",
    "(tools)",
    "article{aria-labelledby=applicant-name} (the applicant)",
  ]);
  expect(end(page([listed("bob"), listed("dan")]))).toEqual([
    "82%( match)",
    "{type=checkbox, form=compare, name=with, value=bob} Compare( bob)",
    "D",
    "[dan](/projects/p/applicants/dan#applicant)( New)",
    "Applied Nov 28, 2026 Pending",
    "82%( match)",
    "{type=checkbox, form=compare, name=with, value=dan} Compare( dan)",
    "form{action=/projects/p/compare} [Compare up to 3]",
    "(tools)",
    "article{aria-labelledby=applicant-name} (the applicant)",
  ]);
  expect(end(page([listed("bob")], { next: "c" }), { folder: "waiting" })).toEqual([
    "82%( match)",
    "{type=checkbox, form=compare, name=with, value=bob} Compare( bob)",
    "nav{aria-label=More applications} [Next](/projects/p?folder=waiting&after=c){rel=next}",
    "(tools)",
    "article{aria-labelledby=applicant-name} (the applicant)",
  ]);
});

test("an applicant's page leads to the ones before and after, also on the next page", () => {
  const people = [listed("ann"), listed("gone", { isAvailable: false }), listed("bob")];
  const nav = (id: string, change: Partial<ApplicantPage> = {}, place: Partial<DeskPlace> = {}) =>
    outline(
      <ApplicantNav
        project={deskProject}
        place={{ ...firstPlace, ...place }}
        page={page(people, change)}
        contributorId={id}
      />,
    );
  const more = { following: "cleo", next: "c" };
  expect(nav("ann", more)).toEqual([
    "nav{aria-label=Applicants} 1 of 8 [(Next applicant: bob)](/projects/p/applicants/bob#applicant){rel=next}",
  ]);
  expect(nav("bob", more)).toEqual([
    "nav{aria-label=Applicants} 2 of 8 [(Previous applicant: ann)](/projects/p/applicants/ann#applicant){rel=prev} [(Next applicant)](/projects/p/applicants/cleo?after=c#applicant){rel=next}",
  ]);
  expect(nav("bob", {}, { after: "b", folder: "declined" })).toEqual([
    "nav{aria-label=Applicants} [(Previous applicant: ann)](/projects/p/applicants/ann?folder=declined&after=b#applicant){rel=prev}",
  ]);
  expect(nav("else", more)).toEqual(["nav{aria-label=Applicants}"]);
});

test("a decline can be undone until it's announced", () => {
  const declined = (announceAt: string | null) =>
    outline(
      <DeclinedNotice
        projectId="p"
        declined={{ contributorId: "bob", name: "Bob", announceAt }}
        action={firstPlace}
      />,
    );
  expect(declined("2026-11-30T12:07:00Z")).toEqual([
    "Bob declined. We'll let them know at 12:07 PM.",
    "form{action=/projects/p/applicants/bob} [Undo( declining Bob)]{pending=Undoing..., name=intent, value=take-back}",
  ]);
  expect(declined(null)).toEqual([]);
});

test("the project's facts leave out an unknown budget, and say if the start is flexible", () => {
  const project = { budgetDetails: "", amount: null, startDate: null, createdAt: "2026-11-20T12:00:00Z" };
  const meta = (change: object) => outline(<DeskMeta project={{ ...project, ...change }} />);
  expect(meta({})).toEqual(["Start: Flexible Posted Nov 20, 2026"]);
  expect(meta({ startDate: "2027-01-04", budgetDetails: "About $500. Or more." })).toEqual([
    "About $500 Starts Jan 4, 2027 Posted Nov 20, 2026",
  ]);
});

test("applicants are compared fact by fact, and each can be decided", () => {
  const compare = (
    change: Partial<ApplicantView> = {},
    status: typeof deskProject.status = "open",
    accepting: string | null = null,
  ) =>
    outline(
      <CompareApplicants
        project={{ ...deskProject, status }}
        applicants={[{ ...application, ...change }]}
        place={{ ...firstPlace, ticked: ["ann"] }}
        saving={{ used: 0, limit: null, saved: [] }}
        accepting={accepting}
        from="/compare?with=ann"
      />,
    );
  const differs = (...state: Parameters<typeof compare>) => changesBetween(compare(), compare(...state));
  expect(compare()).toEqual([
    "section{aria-label=Comparison, tabindex=0}",
    "article{aria-labelledby=c-ann}",
    "ul{aria-label=Work by Ann}",
    "[(/media/m/640.webp) (One) ](/view/sample/one?from=%2Fcompare%3Fwith%3Dann%23work-one)",
    "[(/media/m/640.webp) (Two) ](/view/sample/two?from=%2Fcompare%3Fwith%3Dann%23work-two)",
    "A",
    "h2{tabindex=-1} [Ann](/projects/p/applicants/ann?ticked=ann)",
    "Editing, Color · Lima",
    "82%( match)",
    "Status",
    "Pending Applied Nov 28, 2026",
    "Match",
    "Both use Premiere · Both like film",
    "Price",
    "$60 per hour",
    "Availability",
    "Available now",
    "Services",
    "Editing, Color, Sound",
    "Work",
    "Sent with the application",
    "Portfolio",
    "[View Portfolio( of Ann (opens in a new tab))](https://ann.example/){target=_blank, rel=noopener nofollow}",
    "Note",
    "Hello!",
    "How fast?",
    "Very",
    "Why you?",
    "Not answered",
    "Your private note",
    "None",
    "[Accept( Ann)](/compare?with=ann&accept=ann)",
    "form{action=/projects/p/applicants/ann} {type=hidden, name=back, value=/compare?with=ann#c-ann} [Decline( Ann)]{pending=Declining..., name=intent, value=decline}",
    "form{action=/profile/ann/save} {type=hidden, name=from, value=/compare?with=ann} [Save to Favorites( Ann)]{pending=Saving..., name=intent, value=save}",
  ]);
  expect(
    differs({ match: null, priceRange: "", services: [], samples: [], portfolioLink: null, location: null }),
  ).toEqual([
    "- ul{aria-label=Work by Ann}",
    "- [(/media/m/640.webp) (One) ](/view/sample/one?from=%2Fcompare%3Fwith%3Dann%23work-one)",
    "- [(/media/m/640.webp) (Two) ](/view/sample/two?from=%2Fcompare%3Fwith%3Dann%23work-two)",
    "- Editing, Color · Lima",
    "- 82%( match)",
    "- Both use Premiere · Both like film",
    "- $60 per hour",
    "- Editing, Color, Sound",
    "- Sent with the application",
    "- [View Portfolio( of Ann (opens in a new tab))](https://ann.example/){target=_blank, rel=noopener nofollow}",
    "+ Not enough to compare",
    "+ Not specified",
    "+ No samples",
    "+ No link",
    "+ None",
  ]);
  // The question and both its ways out lead back to the comparison.
  const asks = differs({}, "open", "ann");
  expect(asks).toContainEqual(expect.stringContaining("[Not now](/compare?with=ann)"));
  expect(asks).toContainEqual(expect.stringContaining("value=/compare?with=ann#c-ann"));
  expect(changesBetween(compare({ hasLeft: true }), compare({ hasLeft: true }, "open", "ann"))).toEqual([]);
  expect(differs({ areNamed: false, answers: [], privateNote: "Call her" })).toEqual([
    "- Sent with the application",
    "- Very",
    "- None",
    "+ From their profile",
    "+ Not answered",
    "+ Call her",
  ]);
  const many = ["1", "2", "3", "4", "5"].map((id) => ({ ...application.samples[0], id }));
  expect(differs({ samples: many as ApplicantView["samples"] })).toEqual([
    "- [(/media/m/640.webp) (One) ](/view/sample/one?from=%2Fcompare%3Fwith%3Dann%23work-one)",
    "- [(/media/m/640.webp) (Two) ](/view/sample/two?from=%2Fcompare%3Fwith%3Dann%23work-two)",
    "+ [(/media/m/640.webp) (One) ](/view/sample/1?from=%2Fcompare%3Fwith%3Dann%23work-1)",
    "+ [(/media/m/640.webp) (One) ](/view/sample/2?from=%2Fcompare%3Fwith%3Dann%23work-2)",
    "+ [(/media/m/640.webp) (One) ](/view/sample/3?from=%2Fcompare%3Fwith%3Dann%23work-3)",
    "+ [(/media/m/640.webp) (One) ](/view/sample/4?from=%2Fcompare%3Fwith%3Dann%23work-4)",
  ]);
  expect(differs({}, "in_progress")).toEqual([]);
  expect(differs({}, "completed")).toEqual([
    "- [Accept( Ann)](/compare?with=ann&accept=ann)",
    "- form{action=/projects/p/applicants/ann} {type=hidden, name=back, value=/compare?with=ann#c-ann} [Decline( Ann)]{pending=Declining..., name=intent, value=decline}",
  ]);
  expect(differs({ hasLeft: true })).toEqual(differs({}, "completed"));
  expect(differs({ status: "declined" })).toEqual([
    "- Pending Applied Nov 28, 2026",
    "- [Accept( Ann)](/compare?with=ann&accept=ann)",
    "- form{action=/projects/p/applicants/ann} {type=hidden, name=back, value=/compare?with=ann#c-ann} [Decline( Ann)]{pending=Declining..., name=intent, value=decline}",
    "+ Declined Applied Nov 28, 2026",
  ]);
  expect(differs({ status: "declined", announceAt: "2026-11-30T12:07:00Z" })).toEqual([
    "- Pending Applied Nov 28, 2026",
    "- [Accept( Ann)](/compare?with=ann&accept=ann)",
    "- form{action=/projects/p/applicants/ann} {type=hidden, name=back, value=/compare?with=ann#c-ann} [Decline( Ann)]{pending=Declining..., name=intent, value=decline}",
    "+ Declined Applied Nov 28, 2026",
    "+ form{action=/projects/p/applicants/ann} {type=hidden, name=back, value=/compare?with=ann#c-ann} [Undo decline( of Ann)]{pending=Undoing..., name=intent, value=take-back}",
  ]);
});
