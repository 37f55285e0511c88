import { pushPath } from "~/features/notifications/push-device";
import { paths } from "~/paths";
import { everyone, membersOnly, type RouteCase, signIn } from "./route-case";

export const notificationCases: RouteCase[] = [
  {
    route: "app/notifications",
    method: "GET",
    path: () => paths.notifications(),
    expected: membersOnly(signIn(paths.notifications()), "200"),
  },
  {
    route: "app/notifications",
    method: "POST",
    path: () => paths.notifications(),
    fields: () => ({ intent: "read" }),
    by: "creator",
    expected: membersOnly("401", "303 /notifications"),
  },
  {
    route: "app/settings.notifications",
    method: "GET",
    path: () => paths.notificationSettings(),
    expected: membersOnly(signIn(paths.notificationSettings()), "200"),
  },
  {
    route: "app/settings.notifications",
    method: "POST",
    path: () => paths.notificationSettings(),
    fields: () => ({ shown: "match", pace: "daily" }),
    by: "creator",
    expected: membersOnly("401", "303 /settings/notifications"),
  },
  {
    route: "api/push",
    method: "GET",
    path: () => pushPath,
    expected: everyone("302 /settings/notifications"),
  },
  {
    route: "api/push",
    answersScript: true,
    method: "POST",
    path: () => pushPath,
    fields: () => ({ intent: "unsubscribe" }),
    by: "creator",
    expected: membersOnly("401", "204"),
  },
];
