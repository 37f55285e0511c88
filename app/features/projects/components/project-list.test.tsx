import { expect, test } from "vitest";
import { render } from "../../../../tests/support/rendering";
import type { ProjectCardView } from "../cards.server";
import { InvitationList, ProjectList } from "./project-list";

/** In New York, it's still November 30. */
const clock = { zone: "America/New_York", now: Date.parse("2026-12-01T04:00:00Z") };
const project: ProjectCardView = {
  ...{ id: "p", title: "River series", description: "", picture: null, status: "open", isExpired: false },
  ...{ isHidden: false, services: ["Video Editor"], tools: [], budgetType: null, budget: "$60 per hour" },
  ...{ startDate: null, postedAt: "2026-11-20T12:00:00Z", expiresAt: null, applicants: [] },
  ...{ creator: { name: "Cleo", avatarUrl: null }, application: null, applications: null },
};
type Kind = Parameters<typeof ProjectList>[0]["kind"];
const card = (kind: Kind, change: object) =>
  render(<ProjectList kind={kind} projects={[{ ...project, ...change }]} isFiltered={false} />, clock);

test("its owner reads when a project expires, in their own days and from five days before", () => {
  const expires = (expiresAt: string, change = {}) =>
    /Expires [^·]*?(?= ·)/.exec(card("own", { expiresAt, ...change }).text)?.[0];
  expect(expires("2026-12-01T04:30:00Z")).toBe("Expires today");
  expect(expires("2026-12-01T05:30:00Z")).toBe("Expires tomorrow");
  expect(expires("2026-12-06T04:30:00Z")).toBe("Expires in 5 days");
  expect(expires("2026-12-06T05:30:00Z")).toBeUndefined();
  expect(expires("2026-12-01T04:30:00Z", { isExpired: true })).toBeUndefined();
});

test("its owner's card counts applications and leads to managing them; a contributor's names the creator and leads to applying", () => {
  const own = (total: number, waiting: number) => card("own", { applications: { total, waiting } }).text;
  expect(own(1, 0)).toMatch(/ 1 application Manage Project: River series$/);
  expect(own(3, 2)).toMatch(/ 3 applications, 2 new Manage Project: River series$/);
  expect(own(3, 2)).toContain("Open");
  const open = card("available", { startDate: "2027-01-04" });
  expect(open.text).toBe(
    "Cleo $60 per hour River series Video Editor · Starts Jan 4, 2027 · Posted Nov 20 C Cleo Apply for River series",
  );
  expect(open.html).toContain('href="/projects/p?apply=1#apply"');
  const applied = (status: string) =>
    card("applications", { application: { status, appliedAt: "2026-11-28T12:00:00Z" } }).text;
  expect(applied("pending")).toMatch(
    /Cleo · Applied Nov 28 , waiting for 2 days Pending View Project: River/,
  );
  expect(applied("accepted")).toMatch(/Cleo · Applied Nov 28 Accepted View Project/);
  expect(card("available", { status: "completed" }).text).toContain("Completed");
});

test("a card names three services and tools, and counts the rest", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `N${index}`);
  const { text } = card("available", { services: names(4), tools: names(5) });
  expect(text).toContain("N0, N1, N2 +1 more · Start: Flexible");
  expect(text).toContain("N0 N1 N2 +2 more");
  expect(card("available", { services: names(3), tools: names(3) }).text).not.toContain("more");
  expect(card("available", { budget: "", budgetType: "Hourly Rate" }).text).toContain("Hourly Rate");
  expect(card("available", { budget: "" }).text).toContain("Budget not decided yet");
});

test("a list says that it's sorted, and why some projects rank higher", () => {
  const match = { percent: 80, reasons: [] };
  expect(card("available", {}).text).not.toContain("Best matches first");
  expect(card("available", { match }).text).toMatch(
    /Best matches first among the 48 newest projects(?!.*“Priority”)/,
  );
  expect(card("available", { match, hasPriority: true }).text).toContain("“Priority” means");
  expect(card("own", { match }).text).not.toContain("Best matches first");
});

test("an empty list says why it's empty, and what to do next", () => {
  const empty = (kind: Kind, change: Partial<Parameters<typeof ProjectList>[0]> = {}) =>
    render(<ProjectList kind={kind} projects={[]} isFiltered={false} {...change} />);
  expect(empty("own").text).toMatch(/^Your first brief .* Create Your First Project Brief$/);
  expect(empty("applications").text).toMatch(/^Your first application .* See available projects$/);
  expect(empty("available").text).toMatch(/^Nothing open right now .* Discover Creators$/);
  const filtered = empty("applications", { isFiltered: true });
  expect(filtered.text).toMatch(/^No projects match these filters /);
  expect(filtered.html).toContain('href="/projects?view=applications"');
  expect(empty("own", { isFiltered: true }).html).toContain('href="/projects"');
  expect(empty("own", { first: "/projects" }).text).toMatch(
    /^No more projects You've seen them all\. First page$/,
  );
  const older = empty("available", { isFiltered: true, first: "/first", older: "/older" });
  expect(older.text).toBe(
    "No matches among the newest projects You can search older ones. First page Search older projects",
  );
});

test("invitations are counted, and show their notes", () => {
  const invitation = (projectId: string) => ({
    ...{ projectId, title: "River series", creatorName: "Cleo", note: "Please!" },
    invitedAt: "2026-11-20T12:00:00Z",
  });
  const shown = (count: number) =>
    render(
      <InvitationList
        invitations={
          ["a", "b"].slice(0, count).map(invitation) as Parameters<typeof InvitationList>[0]["invitations"]
        }
      />,
      clock,
    ).text;
  expect(shown(1)).toBe("1 invitation to apply Cleo invited you to apply for River series Nov 20 Please!");
  expect(shown(2)).toMatch(/^2 invitations to apply /);
  expect(shown(0)).toBe("");
});
