import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { application } from "../../../../tests/support/applications";
import { fullProject } from "../../../../tests/support/briefs";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { render } from "../../../../tests/support/rendering";
import { questionsChanged } from "../project";
import type { OwnApplication, ProjectView } from "../viewing.server";
import { VisitorsProject } from "./visitors-project";

const clock = { zone: "UTC", now: Date.parse("2026-11-30T12:00:00Z") };
const shown = (
  change: Partial<ProjectView> = {},
  props: Partial<ComponentProps<typeof VisitorsProject>> = {},
) =>
  outline(
    <VisitorsProject
      project={{ ...fullProject, ...change }}
      standing="can-apply"
      figures={null}
      ownSamples={[]}
      notice="(notice)"
      {...props}
    >
      (below)
    </VisitorsProject>,
    clock,
  );
const changed = (...state: Parameters<typeof shown>) => changesBetween(shown(), shown(...state));

test("a contributor reads the whole brief, and applies below it", () => {
  expect(shown()).toEqual([
    "Project Details Open",
    "River series",
    "C Posted by [Cleo](/profile/cleo), Nov 20, 2026",
    "(notice)",
    "ul{aria-label=References}",
    "[(/media/m1/640.webp) (Frame) ](/view/reference/m1?from=%2F%23file-1)",
    "First paragraph.",
    "aside{aria-label=Terms}",
    "$60 per hour",
    "Start date",
    "Jan 4, 2027",
    "Timeline",
    "Two weeks",
    "Project type",
    "Ongoing",
    "Your match",
    "82% match",
    "Budget type",
    "Hourly Rate",
    "Budget details",
    "$60 per hourPlus music",
    "Brand or content",
    "[https://cleo.example/( (opens in a new tab))](https://cleo.example/){target=_blank, rel=noopener nofollow}",
    "Open until",
    "Dec 20, 2026",
    "[Apply for this Project](#apply)",
    "Then more.",
    "Why 82%",
    "Both use Premiere",
    "Deliverables",
    "Six cuts",
    "Services needed",
    "Editing",
    "Tools required",
    "Premiere",
    "Visual style",
    "Cinematic",
    "More references",
    "[Download script.pdf, 1.9 MB](/media/m2/file){download}",
    "(/media/m3/file){controls, preload=none, aria-label=File 2}",
    "[Download File 2, 3 KB](/media/m3/file){download}",
    "section{tabindex=-1, aria-labelledby=apply-title}",
    "Apply for this Project",
    "form{action=/?apply=1}",
    "Application Note{rows=6, name=note, required, placeholder=Introduce yourself and explain why you're a good fit for this project...}",
    "{type=hidden, name=questionsVersion, value=v1}",
    "How fast?{rows=3, name=answers, required}",
    "Why you?{rows=3, name=answers, required}",
    "You don't have any work samples to include yet. [Add one first](/profile/work/new).",
    "Portfolio Link (Optional){type=url, name=portfolioLink, inputMode=url, placeholder=https://}",
    "[Submit Application]{pending=Submitting..., name=intent, value=apply}",
    "(below)",
  ]);
});

test("what a brief doesn't say is left out, or said to be missing", () => {
  expect(changed({ startDate: null, timeline: "", isOngoing: false })).toEqual([
    "- Jan 4, 2027",
    "- Two weeks",
    "- Ongoing",
    "+ Not specified",
    "+ Not specified",
    "+ One-time",
  ]);
  expect(changed({ match: null, brandLink: null, expiresAt: null })).toEqual([
    "- Your match",
    "- 82% match",
    "- Brand or content",
    "- [https://cleo.example/( (opens in a new tab))](https://cleo.example/){target=_blank, rel=noopener nofollow}",
    "- Open until",
    "- Dec 20, 2026",
    "- Why 82%",
    "- Both use Premiere",
  ]);
  expect(changed({ amount: null })).toEqual([
    "- $60 per hour",
    "- $60 per hourPlus music",
    "+ Plus music",
    "+ Plus music",
  ]);
  expect(changed({ budgetDetails: "" })).toEqual(["- $60 per hourPlus music", "+ $60 per hour"]);
  expect(changed({ amount: null, budgetDetails: "" })).toEqual([
    "- $60 per hour",
    "- Budget details",
    "- $60 per hourPlus music",
    "+ Hourly Rate",
  ]);
  expect(changed({ amount: null, budgetDetails: "", budgetType: null })).toEqual([
    "- $60 per hour",
    "- Budget type",
    "- Hourly Rate",
    "- Budget details",
    "- $60 per hourPlus music",
    "+ Budget not decided yet",
  ]);
  expect(
    changed({ description: "", deliverables: "", services: [], tools: [], visualStyles: [], files: [] }),
  ).toEqual([
    "- ul{aria-label=References}",
    "- [(/media/m1/640.webp) (Frame) ](/view/reference/m1?from=%2F%23file-1)",
    "- First paragraph.",
    "- Then more.",
    "- Deliverables",
    "- Six cuts",
    "- Services needed",
    "- Editing",
    "- Tools required",
    "- Premiere",
    "- Visual style",
    "- Cinematic",
    "- More references",
    "- [Download script.pdf, 1.9 MB](/media/m2/file){download}",
    "- (/media/m3/file){controls, preload=none, aria-label=File 2}",
    "- [Download File 2, 3 KB](/media/m3/file){download}",
  ]);
  const { creator } = fullProject;
  expect(changed({ creator: { ...creator, hasLeft: true } })).toEqual([
    "- C Posted by [Cleo](/profile/cleo), Nov 20, 2026",
    "+ C Posted by Cleo, Nov 20, 2026",
  ]);
});

test("only the first reference loads before it's scrolled to", () => {
  const files = fullProject.files.slice(0, 1).flatMap((file) => [file, { ...file, id: "4" }]);
  const project = { ...fullProject, files };
  const { html } = render(
    <VisitorsProject project={project} standing="can-apply" figures={null} ownSamples={[]} notice="">
      (below)
    </VisitorsProject>,
    clock,
  );
  expect([...html.matchAll(/loading="(\w+)"/g)].map(([, when]) => when)).toEqual(["eager", "lazy"]);
});

test("the creator's pace is said in hours, or in days after two", () => {
  const pace = (medianHours: number, unanswered = 0) =>
    changed({}, { figures: { answered: 4, waiting: 2, unanswered, medianHours } });
  expect(pace(1)).toEqual([
    "+ Applications to Cleo: 4 decided, 2 waiting. Half of their recent decisions came within an hour.",
  ]);
  expect(pace(1.5, 3)).toEqual([
    "+ Applications to Cleo: 4 decided, 2 waiting, 3 undecided when the project closed. Half of their recent decisions came within 2 hours.",
  ]);
  expect(pace(48).join()).toContain("came within 48 hours.");
  expect(pace(48.5).join()).toContain("came within 3 days.");
});

test("people who can't apply read why", () => {
  const act = (...state: Parameters<typeof shown>) =>
    changed(...state).filter((line) => line.startsWith("+"));
  expect(act({ takesApplications: false })).toEqual([
    "+ This project is no longer accepting applications",
    "+ [See available projects](/projects)",
  ]);
  expect(act({ takesApplications: false }, { standing: "creator" })).toEqual([
    "+ This project is no longer accepting applications",
  ]);
  expect(act({}, { standing: "creator" })).toEqual([]);
  expect(act({}, { standing: "waiting" })).toEqual([
    "+ You can apply once your profile is approved. Approval usually takes 1-2 business days.",
    "+ [Go to your dashboard](/dashboard)",
  ]);
  expect(act({}, { standing: "rejected" })).toEqual([
    "+ You can apply once your profile is approved. Your profile wasn't approved. Check your dashboard for what to change, then submit it again.",
    "+ [Go to your dashboard](/dashboard)",
  ]);
  for (const standing of ["creator", "waiting", "rejected"] as const)
    expect(shown({}, { standing }).join()).not.toContain("Apply for this Project");
  expect(shown({ takesApplications: false }).join()).not.toMatch(/Apply for this Project|Open until/);
});

test("an invitation shows its note until it's declined", () => {
  const invitation = { note: "Please!", isDeclined: false };
  expect(changed({ invitation })).toEqual([
    "+ Cleo invited you to apply",
    "+ Please!",
    "+ form{action=/} [Decline invitation]{pending=Declining..., name=intent, value=decline-invitation}",
  ]);
  expect(changed({ invitation: { ...invitation, note: "" } })).toEqual([
    "+ Cleo invited you to apply",
    "+ form{action=/} [Decline invitation]{pending=Declining..., name=intent, value=decline-invitation}",
  ]);
  expect(changed({ invitation: { ...invitation, isDeclined: true } })).toEqual([]);
});

test("someone who has applied sees what they sent, and what became of it", () => {
  const own: OwnApplication = {
    ...{ id: "a", isHidden: false, status: "pending", note: "Hello!", portfolioLink: null, declineNote: "" },
    ...{ appliedAt: "2026-11-28T12:00:00Z", answers: [], samples: [] },
  };
  const sent = (change: Partial<OwnApplication> = {}) => shown({ application: { ...own, ...change } });
  expect(changesBetween(shown(), sent()).filter((line) => line.startsWith("+"))).toEqual([
    "+ section{aria-labelledby=own-application}",
    "+ Your application",
    "+ Pending Already applied on Nov 28, 2026, waiting for 2 days",
    "+ Hello!",
    "+ Withdraw",
    "+ form{action=/}",
    "+ If you withdraw, you can't apply for this project again.",
    "+ [Withdraw application]{pending=Withdrawing..., name=intent, value=withdraw}",
  ]);
  expect(sent().join()).not.toContain("Apply for this Project");
  const differs = (change: Partial<OwnApplication>) => changesBetween(sent(), sent(change));
  expect(differs({ status: "withdrawn" })).toEqual([
    "- Pending Already applied on Nov 28, 2026, waiting for 2 days",
    "- Withdraw",
    "- form{action=/}",
    "- If you withdraw, you can't apply for this project again.",
    "- [Withdraw application]{pending=Withdrawing..., name=intent, value=withdraw}",
    "+ Withdrawn Already applied on Nov 28, 2026",
    "+ You withdrew it, so you can't apply again.",
  ]);
  const toCleo = "[Message Cleo](/messages/new?to=cleo)";
  expect(differs({ status: "accepted" })).toEqual([
    "- Pending Already applied on Nov 28, 2026, waiting for 2 days",
    "- Withdraw",
    "- form{action=/}",
    "- If you withdraw, you can't apply for this project again.",
    "- [Withdraw application]{pending=Withdrawing..., name=intent, value=withdraw}",
    "+ Accepted Already applied on Nov 28, 2026",
    `+ ${toCleo}`,
  ]);
  const creator = { ...fullProject.creator, hasLeft: true } as const;
  expect(shown({ creator, application: { ...own, status: "accepted" } })).not.toContain(toCleo);
  expect(differs({ status: "declined", declineNote: "Too late." })).toEqual([
    "- Pending Already applied on Nov 28, 2026, waiting for 2 days",
    "- Withdraw",
    "- form{action=/}",
    "- If you withdraw, you can't apply for this project again.",
    "- [Withdraw application]{pending=Withdrawing..., name=intent, value=withdraw}",
    "+ Declined Already applied on Nov 28, 2026",
    "+ Too late.",
  ]);
  expect(differs({ answers: ["Very"] })).toEqual([
    "+ Everything you sent",
    "+ How fast?",
    "+ Very",
    "+ Why you?",
    "+ Not answered",
  ]);
  expect(differs({ portfolioLink: "https://ann.example/" })).toEqual([
    "+ Everything you sent",
    "+ How fast?",
    "+ Not answered",
    "+ Why you?",
    "+ Not answered",
    "+ [https://ann.example/( (opens in a new tab))](https://ann.example/){target=_blank, rel=noopener nofollow}",
  ]);
  expect(differs({ samples: application.samples })).toEqual([
    "+ Everything you sent",
    "+ How fast?",
    "+ Not answered",
    "+ Why you?",
    "+ Not answered",
    "+ ul{aria-label=Your work, sent with your application}",
    "+ (/media/m/640.webp) (Picture: One)",
    "+ (/media/m/640.webp) (Picture: Two)",
  ]);
});

test("a refused application keeps its text if the project was closed in the meantime", () => {
  const result = { initialValue: { intent: "apply", note: "Kept words" }, error: { answers: ["Missing"] } };
  const isKept = (...state: Parameters<typeof shown>) =>
    shown(...state).some((line) => line.endsWith("Kept words"));
  expect(isKept({ takesApplications: false }, { result })).toBe(true);
  const declined = { ...result, initialValue: { ...result.initialValue, intent: "withdraw" } };
  expect(isKept({ takesApplications: false }, { result: declined })).toBe(false);
});

test("a refused application keeps its answers, also to questions that were removed", () => {
  const ownSamples = application.samples;
  const result = {
    initialValue: { note: "Hi", answers: ["Very", "", "Old"], sampleIds: ["two"] },
    error: { "answers[1]": ["Please answer"], sampleIds: ["Too many"], "": [questionsChanged] },
  };
  expect(changesBetween(shown({}, { ownSamples }), shown({}, { ownSamples, result }))).toEqual([
    "- Application Note{rows=6, name=note, required, placeholder=Introduce yourself and explain why you're a good fit for this project...}",
    "- How fast?{rows=3, name=answers, required}",
    "- Why you?{rows=3, name=answers, required}",
    "- {type=checkbox, name=sampleIds, value=two} (/media/m/640.webp) (Two) Picture: Two",
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Error applying for project",
    "+ [The creator changed the questions after you opened this page, so your application wasn't sent. What you wrote is still here. Check each answer against its question, then submit again.](#application-note)",
    "+ [Too many](#application-sampleIds)",
    "+ [Please answer](#application-answer-1)",
    "+ Application Note{rows=6, name=note, required, placeholder=Introduce yourself and explain why you're a good fit for this project...} Hi",
    "+ How fast?{rows=3, name=answers, required} Very",
    "+ Why you?{rows=3, name=answers, aria-invalid=true, required}",
    "+ Please answer",
    "+ The creator removed some questions. These answers won't be sent:",
    "+ Old",
    "+ {type=checkbox, name=sampleIds, checked, value=two} (/media/m/640.webp) (Two) Picture: Two",
    "+ Too many",
  ]);
  expect(changed({}, { ownSamples })).toEqual([
    "- You don't have any work samples to include yet. [Add one first](/profile/work/new).",
    "+ Work samples (Optional)",
    "+ Choose up to 5. The creator sees them next to your note.",
    "+ {type=checkbox, name=sampleIds, value=one} (/media/m/640.webp) (One) Picture: One",
    "+ {type=checkbox, name=sampleIds, value=two} (/media/m/640.webp) (Two) Picture: Two",
  ]);
});
