import { expect, test } from "vitest";
import { fullProject } from "../../../../tests/support/briefs";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { AppliedView } from "../own-lists.server";
import type { ProjectView } from "../viewing.server";
import { DraftPreview } from "./draft-preview";
import { AppliedRows, MyProjects } from "./my-projects";
import { ProjectHistory } from "./project-history";
import { ProjectBrief } from "./project-page";
import { budgetLine, ProjectBadge } from "./project-parts";

const clock = { zone: "UTC", now: Date.parse("2026-11-30T12:00:00Z") };
const kinds = [
  ...(["posted", "edited", "extended", "completed", "cancelled", "reopened", "expired"] as const),
  ...(["invited", "invitation_declined", "applied", "withdrawn", "accepted", "declined"] as const),
  ...(["taken_back", "released"] as const),
];

test("a project's history names who did what, and says 'you' to the reader", () => {
  const at = "2026-11-20T12:00:00Z";
  const history = (contributor: { id: string; name: string; isViewer: boolean } | null) =>
    outline(
      <ProjectHistory
        events={kinds.map((kind) => ({
          id: kind,
          kind,
          contributor,
          note: kind === "declined" ? "Late" : "",
          at,
        }))}
        older="/older"
      />,
      clock,
    );
  expect(history({ id: "ann", name: "Ann", isViewer: false })).toEqual([
    "History",
    "The project was posted. Nov 20",
    "The project was updated. Nov 20",
    "The project was extended. Nov 20",
    "The project was completed. Nov 20",
    "The project was canceled. Nov 20",
    "The project was reopened. Nov 20",
    "The project expired. Nov 20",
    "Ann was invited. Nov 20",
    "Ann declined the invitation. Nov 20",
    "Ann applied. Nov 20",
    "Ann withdrew their application. Nov 20",
    "Ann's application was accepted. Nov 20",
    "Ann's application was declined. Nov 20",
    "Late",
    "Ann's application is being reconsidered. Nov 20",
    "Ann was let go. Nov 20",
    "[Older](/older)",
  ]);
  expect(history({ id: "ann", name: "Ann", isViewer: true }).slice(8)).toEqual([
    "You were invited. Nov 20",
    "You declined the invitation. Nov 20",
    "You applied. Nov 20",
    "You withdrew your application. Nov 20",
    "Your application was accepted. Nov 20",
    "Your application was declined. Nov 20",
    "Late",
    "Your application is being reconsidered. Nov 20",
    "You were let go. Nov 20",
    "[Older](/older)",
  ]);
  expect(history(null)).toContain("Someone applied. Nov 20");
  expect(outline(<ProjectHistory events={[]} />)).toEqual([]);
});

test("the dashboard lists the projects that a contributor has applied for", () => {
  const row: AppliedView = {
    ...{ id: "p", title: "River series", creator: "Cleo", status: "accepted", picture: null },
    ...{ appliedAt: "2026-11-20T12:00:00Z", startDate: "2027-01-04", timeline: "Two weeks" },
  };
  expect(outline(<MyProjects projects={[]} />)).toEqual([
    "section{aria-labelledby=projects}",
    "My Projects",
    "[See available projects](/projects)",
    "Projects you apply for show up here.",
    "[Discover creators](/discover)",
  ]);
  expect(outline(<MyProjects projects={[row]} />, clock)).toEqual([
    "section{aria-labelledby=projects}",
    "My Projects",
    "[See all your applications](/projects?view=applications)",
    "Cleo",
    "[River series](/projects/p)",
    "Applied Nov 20 · Cleo",
    "Starts Jan 4, 2027 · Two weeks",
    "Accepted",
    "[Discover creators](/discover)",
  ]);
  expect(outline(<AppliedRows projects={[{ ...row, startDate: null, timeline: "" }]} />, clock)).toEqual([
    "Cleo",
    "[River series](/projects/p)",
    "Applied Nov 20 · Cleo",
    "Start: Flexible",
    "Accepted",
  ]);
});

test("a project's badge says that an open one has expired, and its budget is the amount or the first sentence", () => {
  const badge = (status: ProjectView["status"], isExpired: boolean) =>
    outline(<ProjectBadge status={status} isExpired={isExpired} />);
  expect([badge("open", true), badge("in_progress", true), badge("open", false)].flat()).toEqual([
    ...["Expired", "In Progress", "Open"],
  ]);
  const budget = (budgetDetails: string) => budgetLine({ amount: null, budgetDetails });
  expect(budget("About $5.50. Or more.")).toBe("About $5.50");
  expect(budget("About $5.50.")).toBe("About $5.50");
  expect(budget("About $5.50\nOr more")).toBe("About $5.50");
  expect(budget("")).toBe("");
});

test("a draft's preview shows its questions and posts it", () => {
  const preview = (questions: string[], result?: object) =>
    outline(<DraftPreview draftKey="k" project={{ ...fullProject, questions }} result={result} />, clock);
  const before = outline(<ProjectBrief project={fullProject} main="(below)" />, clock);
  expect(changesBetween(before, preview([]))).toEqual([
    "- (below)",
    "+ [ Keep editing](/project-brief?step=budget)",
    "+ This is a preview. Only you can see it until you post it.",
    "+ Project Details Open",
    "+ River series",
    "+ C Posted by [Cleo](/profile/cleo), Nov 20, 2026",
    "+ form{action=/project-brief?step=preview, encType=multipart/form-data} {type=hidden, name=key, value=k} {type=hidden, name=isStored, value=1} [Post Project]{pending=Creating..., name=post, value=1}",
  ]);
  expect(changesBetween(preview([]), preview(["Why?"], { error: { "": ["Full"] } }))).toEqual([
    "+ div{role=alert, tabindex=-1, autofocus}",
    "+ Please check your brief",
    "+ Full",
    "+ Screening questions",
    "+ Why?",
  ]);
});
