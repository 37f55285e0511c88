import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { application, deskProject, firstPlace } from "../../../../tests/support/applications";
import { changesBetween, outline } from "../../../../tests/support/outline";
import { type OwnedProject, OwnersProject } from "./owners-project";

const clock = { zone: "UTC", now: Date.parse("2026-12-01T04:00:00Z") };
const owned: OwnedProject = {
  ...{ ...deskProject, takesApplications: true, isExpired: false, expiresAt: null },
  ...{ budgetDetails: "", amount: null, startDate: null, createdAt: "2026-11-20T12:00:00Z" },
  ...{ newestPending: "2026-11-28", keptPending: 0 },
};
type Part = ComponentProps<typeof OwnersProject>["part"];
const standard: Part = {
  ...{ place: { ...firstPlace, folder: "waiting" }, tab: "brief", page: null, invitedCount: 0, invited: [] },
  ...{ canPost: true, references: 2, asksExtend: false, asks: null, opening: null },
};
const shown = (change: Partial<OwnedProject> = {}, part: Partial<Part> = {}) =>
  outline(
    <OwnersProject
      project={{ ...owned, ...change }}
      part={{ ...standard, ...part }}
      notice="(notice)"
      offering="(people to invite)"
      brief="(brief)"
    />,
    clock,
  );
type State = Parameters<typeof shown>;
const changed = (...state: State) => changesBetween(shown(), shown(...state));

test("an open project's owner edits, cancels and copies it", () => {
  expect(shown()).toEqual([
    "Project Details Open",
    "River series",
    "Start: Flexible Posted Nov 20",
    "(notice)",
    "nav{aria-label=Project} [Applications (9)](/projects/p) [Brief](/projects/p?tab=brief){aria-current=page}",
    "(More for River series)",
    "[Edit](/projects/p/edit) [References (2)](/project-brief/files?project=p)",
    "form{action=/projects/p/status}",
    "form{action=/projects/p/repost} [Copy to a new draft]",
    "[Cancel project](/projects/p?ask=cancel)",
    "(brief)",
  ]);
});

test("each status allows its own actions", () => {
  expect(changed({ status: "in_progress" })).toEqual([
    "- Project Details Open",
    "- form{action=/projects/p/status}",
    "+ Project Details In Progress",
    "+ form{action=/projects/p/status} [Mark as completed]{name=intent, value=complete}",
  ]);
  expect(changed({ status: "completed" })).toEqual([
    "- Project Details Open",
    "- [Edit](/projects/p/edit) [References (2)](/project-brief/files?project=p)",
    "- form{action=/projects/p/status}",
    "- [Cancel project](/projects/p?ask=cancel)",
    "+ Project Details Completed",
    "+ form{action=/projects/p/status} [Reopen]{name=intent, value=reopen}",
  ]);
  expect(changed({ status: "cancelled" }, { opening: { isFull: true, words: "2 of 2." } })).toEqual([
    "- Project Details Open",
    "- [Edit](/projects/p/edit) [References (2)](/project-brief/files?project=p)",
    "- [Cancel project](/projects/p?ask=cancel)",
    "+ Project Details Cancelled",
    "+ Project Limit Reached",
    "+ 2 of 2.",
    "+ [See Pricing Options](/pricing?from=%2F) [Continue with Limitations](/projects)",
  ]);
  expect(changed({ status: "completed" }, { opening: { isFull: false, words: "The last." } })).toEqual([
    "- Project Details Open",
    "- [Edit](/projects/p/edit) [References (2)](/project-brief/files?project=p)",
    "- form{action=/projects/p/status}",
    "- [Cancel project](/projects/p?ask=cancel)",
    "+ Project Details Completed",
    "+ form{action=/projects/p/status} [Reopen]{name=intent, value=reopen}",
    "+ The last.",
  ]);
  expect(changed({ status: "completed" }, { canPost: false })).toEqual([
    "- Project Details Open",
    "- [Edit](/projects/p/edit) [References (2)](/project-brief/files?project=p)",
    "- form{action=/projects/p/repost} [Copy to a new draft]",
    "- [Cancel project](/projects/p?ask=cancel)",
    "+ Project Details Completed",
    "+ Only creators can reopen projects or post them again.",
  ]);
});

test("an expiry is announced, and from five days before it's a warning with a button", () => {
  const late = { expiresAt: "2026-12-07T03:00:00Z" };
  const near = { expiresAt: "2026-12-06T03:00:00Z" };
  expect(changed(late)).toEqual([
    "- form{action=/projects/p/status}",
    "+ form{action=/projects/p/status} [Extend]{name=intent, value=extend}",
    "+ Expires on Dec 7, 2026. Extending restarts the clock: 14 days on Free, 30 on Pay-Per-Post, no end date on Pro and Agency.",
  ]);
  const differs = (...state: State) => changesBetween(shown(late), shown({ ...late, ...state[0] }, state[1]));
  expect(differs({}, { asksExtend: true })).toEqual([
    "+ form{action=/projects/p/status} [Extend( now)]{pending=Extending..., name=intent, value=extend}",
  ]);
  expect(differs(near)).toEqual([
    "- Expires on Dec 7, 2026. Extending restarts the clock: 14 days on Free, 30 on Pay-Per-Post, no end date on Pro and Agency.",
    "+ Expires on Dec 6, 2026. Extending restarts the clock: 14 days on Free, 30 on Pay-Per-Post, no end date on Pro and Agency.",
    "+ form{action=/projects/p/status} [Extend( now)]{pending=Extending..., name=intent, value=extend}",
  ]);
  expect(differs({ isExpired: true })).toEqual([
    "- Project Details Open",
    "- Expires on Dec 7, 2026. Extending restarts the clock: 14 days on Free, 30 on Pay-Per-Post, no end date on Pro and Agency.",
    "+ Project Details Expired",
    "+ Expired on Dec 7, 2026. Extending restarts the clock: 14 days on Free, 30 on Pay-Per-Post, no end date on Pro and Agency.",
    "+ form{action=/projects/p/status} [Extend( now)]{pending=Extending..., name=intent, value=extend}",
  ]);
  expect(differs(near, { canPost: false })).toEqual([
    "- form{action=/projects/p/status} [Extend]{name=intent, value=extend}",
    "- form{action=/projects/p/repost} [Copy to a new draft]",
    "- Expires on Dec 7, 2026. Extending restarts the clock: 14 days on Free, 30 on Pay-Per-Post, no end date on Pro and Agency.",
    "+ form{action=/projects/p/status}",
    "+ Expires on Dec 6, 2026.",
    "+ Only creators can reopen projects or post them again.",
  ]);
  expect(differs(near, { opening: { isFull: true, words: "2 of 2." } })).toEqual([
    "- form{action=/projects/p/status} [Extend]{name=intent, value=extend}",
    "- Expires on Dec 7, 2026. Extending restarts the clock: 14 days on Free, 30 on Pay-Per-Post, no end date on Pro and Agency.",
    "+ form{action=/projects/p/status}",
    "+ Expires on Dec 6, 2026. You can extend it once your plan has room.",
    "+ Project Limit Reached",
    "+ 2 of 2.",
    "+ [See Pricing Options](/pricing?from=%2F) [Continue with Limitations](/projects)",
  ]);
  expect(changed({ ...near, status: "completed" })).toEqual(changed({ status: "completed" }));
  expect(shown({ ...near, status: "in_progress" }).filter((line) => /Extending|now/.test(line))).toEqual(
    shown(near).filter((line) => /Extending|now/.test(line)),
  );
});

test("people who were invited have a tab, which says what they did", () => {
  const invited = (["waiting", "applied", "declined"] as const).map((state) => ({
    ...{ contributorId: state, name: state, invitedAt: "2026-11-20T12:00:00Z", state },
  }));
  expect(changed({}, { tab: "invited", invitedCount: 3, invited })).toEqual([
    "- nav{aria-label=Project} [Applications (9)](/projects/p) [Brief](/projects/p?tab=brief){aria-current=page}",
    "- (brief)",
    "+ nav{aria-label=Project} [Applications (9)](/projects/p) [Brief](/projects/p?tab=brief) [Invited (3)](/projects/p?tab=invited){aria-current=page}",
    "+ Invited",
    "+ [waiting](/profile/waiting) invited Nov 20, no answer yet",
    "+ [applied](/profile/applied) invited Nov 20, has applied",
    "+ [declined](/profile/declined) invited Nov 20, declined",
  ]);
  expect(changed({}, { invitedCount: 1 })).toEqual([
    "- nav{aria-label=Project} [Applications (9)](/projects/p) [Brief](/projects/p?tab=brief){aria-current=page}",
    "+ nav{aria-label=Project} [Applications (9)](/projects/p) [Brief](/projects/p?tab=brief){aria-current=page} [Invited (1)](/projects/p?tab=invited)",
  ]);
});

test("the applications' tab lists them or, before there are any, offers people to invite", () => {
  expect(changed({}, { tab: "applications" })).toEqual([
    "- nav{aria-label=Project} [Applications (9)](/projects/p) [Brief](/projects/p?tab=brief){aria-current=page}",
    "- (brief)",
    "+ nav{aria-label=Project} [Applications (9)](/projects/p){aria-current=page} [Brief](/projects/p?tab=brief)",
    "+ No applications yet",
    "+ Contributors who offer what you need see the project in their list. You can also invite people from their profiles.",
    "+ [Find people to invite](/discover)",
    "+ (people to invite)",
  ]);
  const page = { applicants: [], next: null, following: null, first: { ...application, samples: [] } };
  const list = shown({}, { tab: "applications", page });
  expect(list.filter((line) => /Decline the rest|Hello!|^article/.test(line))).toEqual([
    "[Decline the rest (6)](/projects/p?folder=waiting&ask=decline-rest)",
    "article{aria-labelledby=applicant-name}",
    "Hello!",
  ]);
  expect(list.length).toBeGreaterThan(
    shown({}, { tab: "applications", page: { ...page, first: null } }).length,
  );
  const rest = (change: Partial<OwnedProject>) =>
    shown(change, { tab: "applications", page }).flatMap(
      (line) => /Decline the rest \((\d+)\)/.exec(line)?.[1] ?? [],
    );
  expect(rest({})).toEqual(["6"]);
  expect(rest({ keptPending: null })).toEqual(["6"]);
  expect(rest({ keptPending: 4 })).toEqual(["2"]);
  expect(rest({ keptPending: 5 })).toEqual([]);
  expect(rest({ status: "in_progress" })).toEqual(["6"]);
  expect(rest({ status: "completed" })).toEqual([]);
});

test("a dialog asks before the project is canceled, and before everyone else is declined", () => {
  expect(changed({}, { asks: "cancel" })).toEqual([
    "+ dialog{open, tabindex=-1}",
    "+ Cancel this project?",
    "+ [(Close)](/projects/p)",
    "+ We'll let everyone with a pending or accepted application know. You can reopen the project later if your plan has room.",
    "+ form{action=/projects/p/status}",
    "+ [Cancel project]{pending=Canceling..., name=intent, value=cancel} [Keep project](/projects/p)",
  ]);
  expect(changed({}, { asks: "decline-rest" })).toEqual([
    "+ dialog{open, tabindex=-1}",
    "+ Decline the rest (6)?",
    "+ [(Close)](/projects/p?folder=waiting)",
    "+ This declines everyone who's still pending, including people you shortlisted or archived. We'll let them know in 10 minutes, and you can undo each one until then. Anyone who applied after you opened this page stays pending.",
    "+ form{action=/projects/p/status} {type=hidden, name=upTo, value=2026-11-28}",
    "+ Note to everyone you decline (optional){rows=2, name=note}",
    "+ [Decline the rest]{pending=Declining..., name=intent, value=decline-rest} [Not now](/projects/p?folder=waiting)",
  ]);
  const kept = (keptPending: number | null) =>
    changesBetween(
      shown({}, { asks: "decline-rest" }),
      shown({ keptPending, newestPending: null }, { asks: "decline-rest" }),
    ).filter((line) => /stay|upTo/.test(line) && line.startsWith("+"));
  expect(kept(1)).toEqual([
    "+ This declines everyone who's still pending, including people you shortlisted or archived. We'll let them know in 10 minutes, and you can undo each one until then. Anyone who applied after you opened this page stays pending. 1 stays pending because it isn't available right now.",
    "+ form{action=/projects/p/status} {type=hidden, name=upTo, value}",
  ]);
  expect(kept(null)).toEqual([
    "+ This declines everyone who's still pending, including people you shortlisted or archived. We'll let them know in 10 minutes, and you can undo each one until then. Anyone who applied after you opened this page stays pending. Applications that aren't available right now stay pending.",
    "+ form{action=/projects/p/status} {type=hidden, name=upTo, value}",
  ]);
  expect(shown({ keptPending: 6 }, { asks: "decline-rest" })).toEqual(shown({ keptPending: 6 }));
  expect(shown({ keptPending: 5 }, { asks: "decline-rest" })).not.toEqual(shown({ keptPending: 5 }));
});
