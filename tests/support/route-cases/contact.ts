import { randomUUID } from "node:crypto";
import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { backHome, everyone, type RouteCase, unknownToken } from "./route-case";

const forAdmins = (path: string) => ({ guest: backHome(path), admin: "200", others: "403" });
const decidedByAdmins = (to: string) => ({
  guest: "401",
  admin: `303 ${to}`,
  unproven: "409",
  others: "403",
});

export const contactCases: RouteCase[] = [
  { route: "site/contact", method: "GET", path: () => paths.contact(), expected: everyone("200") },
  {
    route: "site/contact",
    method: "POST",
    path: () => paths.contact(),
    fields: () => ({
      key: randomUUID(),
      name: "Gus",
      email: `gus-${randomUUID()}@example.com`,
      subject: "general",
      message: "Hello there",
    }),
    by: "guest",
    expected: everyone(`303 ${paths.contact()}`),
  },
  {
    route: "admin/contact._index",
    method: "GET",
    path: () => adminPaths.contactInbox({ q: "cleo" }),
    expected: forAdmins(adminPaths.contactInbox({ q: "cleo" })),
  },
  {
    route: "admin/contact.$messageId",
    method: "GET",
    path: (world) => adminPaths.contactMessage(world.contactMessageId),
    expected: { guest: "302 /?from=%2Fadmin%2Fcontact%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/contact.$messageId",
    method: "POST",
    path: (world) => adminPaths.contactMessage(world.contactMessageId),
    fields: () => ({ intent: "answer", answer: "Thank you." }),
    by: "admin",
    expected: decidedByAdmins(adminPaths.contactInbox()),
  },
  {
    route: "site/newsletter._index",
    method: "GET",
    path: () => paths.newsletter(),
    expected: everyone("200"),
  },
  {
    route: "site/newsletter._index",
    method: "POST",
    path: () => paths.newsletter(),
    fields: () => ({ email: `reader-${randomUUID()}@example.com` }),
    by: "guest",
    expected: everyone(`303 ${paths.newsletter()}?asked=1`),
  },
  {
    route: "site/newsletter.confirm.$token",
    method: "GET",
    path: () => sitePaths.confirmNewsletter("made-up"),
    expected: everyone("404"),
  },
  {
    route: "site/newsletter.confirm.$token",
    method: "POST",
    path: () => sitePaths.confirmNewsletter("made-up"),
    fields: () => ({}),
    by: "guest",
    secretInPath: true,
    expected: everyone("404"),
  },
  {
    route: "site/newsletter.leave.$token",
    method: "GET",
    path: () => sitePaths.leaveNewsletter(unknownToken),
    expected: everyone("404"),
  },
  {
    route: "site/newsletter.leave.$token",
    method: "POST",
    path: () => sitePaths.leaveNewsletter(unknownToken),
    fields: () => ({}),
    by: "guest",
    secretInPath: true,
    expected: everyone("404"),
  },
  {
    route: "admin/newsletter._index",
    method: "GET",
    path: () => adminPaths.subscribers(),
    expected: forAdmins(adminPaths.subscribers()),
  },
  {
    route: "admin/newsletter.$subscriberId",
    method: "GET",
    path: (world) => adminPaths.removeSubscriber(world.subscriberId),
    expected: { guest: "302 /?from=%2Fadmin%2Fnewsletter%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/newsletter.$subscriberId",
    method: "POST",
    path: (world) => adminPaths.removeSubscriber(world.subscriberId),
    fields: () => ({ reason: "They asked for it." }),
    by: "admin",
    expected: decidedByAdmins(adminPaths.subscribers()),
  },
];
