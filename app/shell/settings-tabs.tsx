import { paths } from "~/paths";
import { Tabs } from "~/ui/tabs";

const pages = [
  { to: paths.sessions(), label: "Sessions" },
  { to: paths.password(), label: "Password" },
  { to: paths.notificationSettings(), label: "Notifications" },
  { to: paths.blocked(), label: "Blocked" },
  { to: paths.timeZone(), label: "Time" },
];

/** `current` is the path shown. */
export function SettingsTabs({ current }: { current: string }) {
  return <Tabs label="Settings" items={pages.map((page) => ({ ...page, current: page.to === current }))} />;
}
