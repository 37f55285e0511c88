import { expect, test } from "vitest";
import { paths } from "~/paths";
import { isCurrent, memberNavigation } from "./main-nav";

const id = "5d9f1f2e-7a8b-4c3d-9e0f-1a2b3c4d5e6f";

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
  [paths.newSample(), "Profile"],
  [paths.settings(), "Profile"],
  [paths.account(), "Profile"],
  [paths.projects(), "Dashboard"],
  [paths.project(id), "Dashboard"],
  [paths.projectBrief(), "Dashboard"],
  [paths.saved(), "Dashboard"],
  [paths.savedLists(), "Dashboard"],
  [paths.analytics(), "Dashboard"],
  [paths.invitePeople(), "Dashboard"],
  [paths.profile(id), null],
  [paths.notifications(), null],
  ["/", null],
])("for a member at %s, %s is marked as current", (path, label) => {
  const marked = memberNavigation.filter((item) => isCurrent(item, path)).map((item) => item.label);
  expect(marked).toEqual(label === null ? [] : [label]);
});
