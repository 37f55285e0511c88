import { expect, test } from "vitest";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { adminTabsAt } from "./admin-tabs";
import { isCurrent, memberNavigation } from "./main-nav";

const id = "5d9f1f2e-7a8b-4c3d-9e0f-1a2b3c4d5e6f";

test.each([
  [paths.admin(), "Overview"],
  [adminPaths.waitingContributors(), "Contributors"],
  [adminPaths.allPeople(), "People"],
  [adminPaths.person(id), "People"],
  [adminPaths.allProjects(), "Projects"],
  [adminPaths.subscriptions(), "Subscriptions"],
  [adminPaths.resetUsage(id), "Subscriptions"],
  [adminPaths.reports(), "Reports"],
  [adminPaths.decideReport(id), "Reports"],
  [adminPaths.appeals(), "Appeals"],
  [adminPaths.refunds(), "Refunds"],
  [adminPaths.decideRefund(id), "Refunds"],
  [adminPaths.contactInbox(), "Contact"],
  [adminPaths.subscribers(), "Newsletter"],
  [adminPaths.unsentMails(), "Mail"],
  [adminPaths.failedJobs(), "Jobs"],
  [adminPaths.audit(), "Audit log"],
])("the admins' page %s is marked as %s, and nothing else is", (path, label) => {
  const marked = adminTabsAt(path).filter(({ current }) => current);
  expect(marked.map((tab) => tab.label)).toEqual([label]);
});

test.each([
  [paths.discover(), "Discover"],
  [paths.matches(), "Matches"],
  [paths.match(id), "Matches"],
  [paths.messages(), "Messages"],
  [paths.conversation(id), "Messages"],
  [paths.dashboard(), "Dashboard"],
  ["/creator-dashboard", "Dashboard"],
  [paths.ownProfile(), "Profile"],
  [paths.editProfile(), "Profile"],
  // Another person's profile isn't one of the reader's own pages. Neither is the reader's work, which has its own page.
  [paths.profile(id), null],
  [paths.newSample(), null],
  [paths.projects(), null],
  [paths.settings(), null],
  ["/", null],
])("a member at %s is in %s", (path, label) => {
  const marked = memberNavigation.filter((item) => isCurrent(item, path)).map((item) => item.label);
  expect(marked).toEqual(label === null ? [] : [label]);
});
