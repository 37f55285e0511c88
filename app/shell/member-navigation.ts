import { paths } from "~/paths";
import type { IconName } from "~/ui/icon";

type Place = { to: string; label: string; icon: IconName; owns: RegExp };

/** Where members go, in the header and in the tab bar. `owns` tells the addresses at which a place is the active one. */
export const memberNavigation: readonly Place[] = [
  { to: paths.discover(), label: "Discover", icon: "compass", owns: /^\/discover/ },
  { to: paths.messages(), label: "Messages", icon: "message", owns: /^\/messages/ },
  { to: paths.dashboard(), label: "Dashboard", icon: "grid", owns: /^\/(creator-)?dashboard/ },
  // Somebody else's profile is not the member's own place.
  { to: paths.ownProfile(), label: "Profile", icon: "person", owns: /^\/profile(\/edit)?$/ },
];

export function isCurrent(place: Place, pathname: string): boolean {
  return place.owns.test(pathname);
}
