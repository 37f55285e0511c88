import { paths } from "~/paths";
import { Tabs } from "~/ui/tabs";
import { useRootData } from "./root-data";

// In an order that fills two rows on a phone.
const pages = [
  { to: paths.billing(), label: "Billing" },
  { to: paths.password(), label: "Password" },
  { to: paths.timeZone(), label: "Time" },
  { to: paths.sessions(), label: "Sessions" },
  { to: paths.notificationSettings(), label: "Notifications" },
  { to: paths.messageSettings(), label: "Messages" },
  { to: paths.blocked(), label: "Blocked" },
];

const creatorPages = [{ to: paths.usage(), label: "Usage" }];

/** `current` is the path shown. */
export function SettingsTabs({ current }: { current: string }) {
  const isCreator = useRootData()?.person?.isContributor === false;
  const shown = isCreator ? [...creatorPages, ...pages] : pages;
  return <Tabs label="Settings" items={shown.map((page) => ({ ...page, current: page.to === current }))} />;
}
