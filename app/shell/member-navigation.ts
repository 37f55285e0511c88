import { paths } from "~/paths";
import type { IconName } from "~/ui/icon";

type NavItem = { to: string; label: string; icon: IconName; owns: RegExp };

/** In the header and the tab bar. `owns` matches the paths on which an item is active. */
export const memberNavigation: readonly NavItem[] = [
  { to: paths.discover(), label: "Discover", icon: "compass", owns: /^\/discover/ },
  { to: paths.matches(), label: "Matches", icon: "heart", owns: /^\/matches/ },
  { to: paths.messages(), label: "Messages", icon: "message", owns: /^\/messages/ },
  { to: paths.dashboard(), label: "Dashboard", icon: "grid", owns: /^\/(creator-)?dashboard/ },
  // Not other people's profiles.
  { to: paths.ownProfile(), label: "Profile", icon: "person", owns: /^\/profile(\/edit)?$/ },
];

export function isCurrent(item: NavItem, pathname: string): boolean {
  return item.owns.test(pathname);
}
