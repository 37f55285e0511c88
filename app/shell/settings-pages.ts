import { paths } from "~/paths";

interface SettingsPart {
  to: string;
  label: string;
  /** One line about the page, for the list of settings. */
  about: string;
  isForCreators?: true;
}

const groups: readonly { title: string; parts: readonly SettingsPart[] }[] = [
  {
    title: "Your account",
    parts: [
      { to: paths.editProfile(), label: "Profile", about: "What others see about you, section by section" },
      { to: paths.account(), label: "Account", about: "Your name, email address and account type" },
      { to: paths.password(), label: "Password", about: "Change your password" },
      {
        to: paths.secondFactor(),
        label: "Two-step verification",
        about: "A code or passkey on top of your password",
      },
      { to: paths.sessions(), label: "Sessions", about: "Where you're signed in" },
      {
        to: paths.ownData(),
        label: "Your data",
        about: "Your storage, a copy of your data, and deleting your account",
      },
    ],
  },
  {
    title: "Preferences",
    parts: [
      {
        to: paths.appearance(),
        label: "Appearance",
        about: "Light or dark, and data saver",
      },
      { to: paths.timeZone(), label: "Time zone", about: "When your days start and end" },
      {
        to: paths.notificationSettings(),
        label: "Notifications",
        about: "What we tell you, here, by email and by push",
      },
      {
        to: paths.searches(),
        label: "Saved searches",
        about: "What we watch for, and how often we tell you",
      },
    ],
  },
  {
    title: "Other people",
    parts: [
      {
        to: paths.privacy(),
        label: "Privacy",
        about: "Who sees when you're online or have read a message, and who can find you",
      },
      { to: paths.blocked(), label: "Blocked", about: "People you've blocked" },
    ],
  },
  {
    title: "Plan",
    parts: [
      { to: paths.billing(), label: "Billing", about: "Your plan, payments and receipts" },
      { to: paths.usage(), label: "Usage", about: "How much of your plan you've used", isForCreators: true },
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
