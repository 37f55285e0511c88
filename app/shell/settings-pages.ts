import { paths } from "~/paths";

interface SettingsPart {
  to: string;
  label: string;
  /** A description for the page that lists them all. */
  about: string;
  isForCreators?: true;
}

const groups: readonly { title: string; parts: readonly SettingsPart[] }[] = [
  {
    title: "You",
    parts: [
      { to: paths.account(), label: "Account", about: "Your name and your email address" },
      { to: paths.password(), label: "Password", about: "Choose another one" },
      { to: paths.secondFactor(), label: "Second factor", about: "What a sign-in needs beside the password" },
      { to: paths.sessions(), label: "Sessions", about: "Where you are signed in" },
      { to: paths.ownData(), label: "Your data", about: "A copy of it, or delete your account" },
    ],
  },
  {
    title: "Matchcut",
    parts: [
      {
        to: paths.appearance(),
        label: "Appearance",
        about: "Light or dark, and pages that need little data",
      },
      { to: paths.timeZone(), label: "Time", about: "Your time zone" },
      {
        to: paths.notificationSettings(),
        label: "Notifications",
        about: "What we tell you, here and by email",
      },
      { to: paths.searches(), label: "Saved searches", about: "What we look out for, and how often" },
    ],
  },
  {
    title: "Other people",
    parts: [
      {
        to: paths.privacy(),
        label: "Privacy",
        about: "Who sees that you are online or have read a message, and who finds you",
      },
      { to: paths.blocked(), label: "Blocked", about: "People you want no contact with" },
    ],
  },
  {
    title: "Plan",
    parts: [
      { to: paths.billing(), label: "Billing", about: "Your plan, payments and receipts" },
      { to: paths.usage(), label: "Usage", about: "What you have used of your plan", isForCreators: true },
    ],
  },
];

/** One person's settings pages, in groups. */
export function settingsFor(isContributor: boolean) {
  return groups.map(({ title, parts }) => ({
    title,
    parts: parts.filter(({ isForCreators }) => !isForCreators || !isContributor),
  }));
}
