import { adminPaths } from "~/admin-paths";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { backHome, everyone, membersOnly, type RouteCase, signIn, unknownId } from "./route-case";

const change = paths.changePlan({ priceId: "price_x" });

/** No payment provider is configured in these tests. tests/routes/payments.test.ts has one. */
export const paymentCases: RouteCase[] = [
  {
    route: "app/payment",
    method: "GET",
    path: () => paths.payment({ priceId: "price_x" }),
    expected: everyone("200"),
  },
  {
    route: "app/payment",
    method: "POST",
    path: () => paths.payment({ priceId: "price_x" }),
    fields: () => ({ priceId: "price_x" }),
    by: "creator",
    expected: membersOnly("401", "409"),
  },
  {
    route: "app/payment-success",
    method: "GET",
    path: () => paths.paymentSuccess({ session_id: "cs_unknown" }),
    expected: membersOnly(signIn(paths.paymentSuccess({ session_id: "cs_unknown" })), "200"),
  },
  {
    route: "app/settings.billing._index",
    method: "GET",
    path: () => paths.billing(),
    expected: membersOnly(signIn(paths.billing()), "200"),
  },
  {
    route: "app/settings.billing.portal",
    method: "GET",
    path: () => paths.billingPortal(),
    expected: everyone("302 /settings/billing"),
  },
  {
    route: "app/settings.billing.portal",
    method: "POST",
    path: () => paths.billingPortal(),
    fields: () => ({}),
    by: "creator",
    expected: membersOnly("401", "303 /settings/billing"),
  },
  {
    route: "app/settings.billing.renewal",
    method: "GET",
    path: () => paths.renewal(),
    expected: everyone("302 /settings/billing"),
  },
  {
    route: "app/settings.billing.renewal",
    method: "POST",
    path: () => paths.renewal(),
    fields: () => ({ intent: "cancel" }),
    by: "creator",
    expected: membersOnly("401", "303 /settings/billing"),
  },
  {
    route: "app/settings.billing.change",
    method: "GET",
    path: () => change,
    expected: membersOnly(signIn(change), "200"),
  },
  {
    route: "app/settings.billing.change",
    method: "POST",
    path: () => change,
    fields: () => ({ priceId: "price_x" }),
    by: "creator",
    expected: membersOnly("401", "409"),
  },
  {
    route: "app/settings.billing.refund.$paymentId",
    method: "GET",
    path: () => paths.requestRefund(unknownId),
    expected: membersOnly(signIn(paths.requestRefund(unknownId)), "404"),
  },
  {
    route: "app/settings.billing.refund.$paymentId",
    method: "POST",
    path: (world) => paths.requestRefund(world.paymentId),
    fields: () => ({ reason: "It was not for me.", cents: "2499" }),
    by: "creator",
    // The payment belongs to the creator, so for others it doesn't exist.
    expected: { guest: "401", creator: "303 /settings/billing", others: "404" },
  },
  {
    route: "admin/refunds._index",
    method: "GET",
    path: () => adminPaths.refunds({ q: "cleo", state: "decided" }),
    expected: {
      guest: backHome(adminPaths.refunds({ q: "cleo", state: "decided" })),
      admin: "200",
      others: "403",
    },
  },
  {
    route: "admin/refunds.$requestId",
    method: "GET",
    path: (world) => adminPaths.decideRefund(world.refundRequestId),
    expected: { guest: "302 /?from=%2Fadmin%2Frefunds%2F", admin: "200", others: "403" },
  },
  {
    route: "admin/refunds.$requestId",
    method: "POST",
    path: (world) => adminPaths.decideRefund(world.refundRequestId),
    fields: () => ({ decision: "approve", cents: "2499" }),
    by: "admin",
    expected: { guest: "401", admin: "303 /admin/refunds", others: "403" },
  },
  {
    route: "webhooks/stripe",
    method: "GET",
    path: () => sitePaths.paymentWebhook(),
    expected: everyone("405"),
  },
  {
    route: "webhooks/stripe",
    method: "POST",
    path: () => sitePaths.paymentWebhook(),
    fields: () => ({ forged: "yes" }),
    by: "guest",
    isSigned: true,
    expected: everyone("400"),
  },
];
