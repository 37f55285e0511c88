import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { fullProject } from "../../../../tests/support/briefs";
import { changesBetween, outline } from "../../../../tests/support/outline";
import type { ProjectFilter } from "../project-filter";
import { ProjectFilters, ProjectList, StatusTabs } from "./project-list";

const clock = { zone: "UTC", now: Date.parse("2026-11-30T12:00:00Z") };
const any: ProjectFilter = {
  ...{ status: null, q: "", serviceId: null, toolId: null, budgetTypeId: null, pays: null },
};
const named = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }));
const choices = {
  services: named("Editing", "Sound", "Color", "Design", "Writing", "Music", "Voice"),
  ...{ tools: named("Premiere"), budgetTypes: named("Hourly Rate") },
};
const shown = (
  change: Partial<ProjectFilter> = {},
  props: Partial<ComponentProps<typeof ProjectFilters>> = {},
) => outline(<ProjectFilters filter={{ ...any, ...change }} parts={[]} choices={choices} {...props} />);
const changed = (...state: Parameters<typeof shown>) => changesBetween(shown(), shown(...state));

test("the filter's fields show what's in effect, also what isn't offered anymore", () => {
  expect(shown()).toEqual([
    "Filters",
    "form{action=/projects, role=search, aria-label=Projects}",
    "Keywords{type=search, name=q, autoComplete=off, value}",
    "Service{name=service} [Any]{value, selected}[Editing]{value=1}[Sound]{value=2}[Color]{value=3}[Design]{value=4}[Writing]{value=5}[Music]{value=6}[Voice]{value=7}",
    "Tool{name=tool} [Any]{value, selected}[Premiere]{value=1}",
    "Budget type{name=budget} [Any]{value, selected}[Hourly Rate]{value=1}",
    "Budget",
    "At least{type=text, name=price, inputMode=decimal, autoComplete=off, value}",
    "Per{name=per} [Choose]{value}[hour]{selected}[day][piece][video][episode][script][month][project]",
    "p{role=status}",
    "Setting this hides projects without an amount in this unit. Pieces, videos, episodes and scripts count as the same unit.",
    "[Show projects]",
  ]);
  const pays = { cents: 4_550, per: "day" } as const;
  expect(changed({ q: "river", serviceId: 2, toolId: 9, pays })).toEqual([
    "- Keywords{type=search, name=q, autoComplete=off, value}",
    "- Service{name=service} [Any]{value, selected}[Editing]{value=1}[Sound]{value=2}[Color]{value=3}[Design]{value=4}[Writing]{value=5}[Music]{value=6}[Voice]{value=7}",
    "- Tool{name=tool} [Any]{value, selected}[Premiere]{value=1}",
    "- At least{type=text, name=price, inputMode=decimal, autoComplete=off, value}",
    "- Per{name=per} [Choose]{value}[hour]{selected}[day][piece][video][episode][script][month][project]",
    "- p{role=status}",
    "+ Keywords{type=search, name=q, autoComplete=off, value=river}",
    "+ Service{name=service} [Any]{value}[Editing]{value=1}[Sound]{value=2, selected}[Color]{value=3}[Design]{value=4}[Writing]{value=5}[Music]{value=6}[Voice]{value=7}",
    "+ Tool{name=tool} [Any]{value}[Premiere]{value=1}[Other]{value=9, selected}",
    "+ At least{type=text, name=price, inputMode=decimal, autoComplete=off, value=$45.50}",
    "+ Per{name=per} [Choose]{value}[hour][day]{selected}[piece][video][episode][script][month][project]",
    "+ p{role=status} at least $45.50 per day",
  ]);
  expect(changed({ status: "open" })).toEqual([
    "- form{action=/projects, role=search, aria-label=Projects}",
    "+ form{action=/projects, role=search, aria-label=Projects} {type=hidden, name=status, value=open}",
  ]);
  expect(changed({}, { view: "applications" })).toEqual([
    "- form{action=/projects, role=search, aria-label=Projects}",
    "+ form{action=/projects, role=search, aria-label=Projects} {type=hidden, name=view, value=applications}",
  ]);
});

test("chips add a service, remove a part of the filter, or save the search", () => {
  const parts = [{ words: "“river”", without: any }];
  const chips = (...state: Parameters<typeof shown>) => {
    const lines = shown(...state);
    const at = lines.findIndex((line) => line.startsWith("nav"));
    return at < 0 ? [] : lines.slice(at);
  };
  expect(chips()).toEqual([]);
  expect(chips({ q: "river" }, { parts, saveTo: "/save" })).toEqual([
    "nav{aria-label=Filters} [“river” (: remove this filter)](/projects){aria-current=true} [Clear filters](/projects) [Save this search](/save)",
  ]);
  expect(chips({}, { withStatus: true })).toEqual([
    "nav{aria-label=Filters} [Editing](/projects?service=1) [Sound](/projects?service=2) [Color](/projects?service=3) [Design](/projects?service=4) [Writing](/projects?service=5) [Music](/projects?service=6)",
  ]);
  expect(chips({}, { withStatus: true, choices: { ...choices, services: named("Editing") } })).toEqual([]);
  expect(chips({ serviceId: 1 }, { withStatus: true })).toEqual([]);
  expect(chips({ status: "completed", serviceId: 1 }, { withStatus: true, view: "applications" })).toEqual([
    "nav{aria-label=Filters} [Completed (: remove this filter)](/projects?view=applications&service=1){aria-current=true} [Clear filters](/projects?view=applications)",
  ]);
  expect(changed({ status: "open" }, { withStatus: true })).toEqual([
    "+ Status{name=status} [All Projects]{value=all}[Open]{value=open, selected}[In Progress]{value=in_progress}[Completed]{value=completed}[Cancelled]{value=cancelled}",
    "+ nav{aria-label=Filters} [Open (: remove this filter)](/projects){aria-current=true} [Editing](/projects?status=open&service=1) [Sound](/projects?status=open&service=2) [Color](/projects?status=open&service=3) [Design](/projects?status=open&service=4) [Writing](/projects?status=open&service=5) [Music](/projects?status=open&service=6) [Clear filters](/projects)",
  ]);
});

test("each status has a tab, which keeps the rest of the filter", () => {
  expect(outline(<StatusTabs filter={{ ...any, q: "river", status: "completed" }} />)).toEqual([
    "nav{aria-label=Status} [All Projects](/projects?q=river) [Open](/projects?status=open&q=river) [In Progress](/projects?status=in_progress&q=river) [Completed](/projects?status=completed&q=river){aria-current=page} [Cancelled](/projects?status=cancelled&q=river)",
  ]);
  expect(outline(<StatusTabs filter={any} />)[0]).toContain("(/projects){aria-current=page}");
});

test("a card shows a match, a priority, and that an admin has hidden the project", () => {
  const card = (kind: "own" | "available", change: object = {}) => {
    const project = { ...fullProject, picture: null, budget: "", applicants: [], applications: null };
    const view = {
      ...project,
      postedAt: "2026-11-20T12:00:00Z",
      application: null,
      match: null,
      expiresAt: null,
    };
    return outline(
      <ProjectList kind={kind} projects={[{ ...view, ...change } as never]} isFiltered={false} />,
      clock,
    );
  };
  expect(card("own")).toEqual([
    "River series",
    "Hourly Rate",
    "Open",
    "[River series](/projects/p)",
    "First paragraph. Then more.",
    "Starts Jan 4, 2027 · Posted Nov 20",
    "ul{aria-label=Tools}",
    "Premiere",
    "0 applications",
    "[Manage Project(: River series)](/projects/p)",
  ]);
  const differs = (change: object) => changesBetween(card("available"), card("available", change));
  expect(changesBetween(card("own"), card("available"))).toEqual([
    "- River series",
    "- Open",
    "- Starts Jan 4, 2027 · Posted Nov 20",
    "- 0 applications",
    "- [Manage Project(: River series)](/projects/p)",
    "+ Cleo",
    "+ Editing · Starts Jan 4, 2027 · Posted Nov 20",
    "+ C",
    "+ Cleo",
    "+ [Apply( for River series)](/projects/p?apply=1#apply)",
  ]);
  expect(differs({ isHidden: true, hasPriority: true, match: { percent: 82 } })).toEqual([
    "+ 82% match",
    "+ Hidden by Matchcut Priority",
    "+ Best matches first among the 48 newest projects that fit, then older ones. “Priority” means a project ranks up to 9 points higher because of its creator's plan or invitations. Its score stays the same.",
  ]);
  expect(differs({ description: "", services: [], tools: [] })).toEqual([
    "- First paragraph. Then more.",
    "- Editing · Starts Jan 4, 2027 · Posted Nov 20",
    "- ul{aria-label=Tools}",
    "- Premiere",
    "+ Starts Jan 4, 2027 · Posted Nov 20",
  ]);
  const applicants = [{ name: "Ann", avatarUrl: "/ann" }];
  expect(changesBetween(card("own"), card("own", { applicants }))).toEqual(["+ (/ann-96.webp)"]);
});
