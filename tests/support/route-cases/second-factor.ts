import { paths } from "~/paths";
import { personPassword } from "../people";
import { everyone, membersOnly, type RouteCase, signIn, unknownId } from "./route-case";

/** In this world, only the admin has a second factor. tests/routes/second-factor.test.ts covers people who have one. */
export const secondFactorCases: RouteCase[] = [
  {
    route: "auth/login_.second-factor",
    method: "GET",
    path: () => paths.secondStep(),
    expected: { guest: "302 /login?signedIn=1", suspended: "303 /login", others: "303 /dashboard" },
  },
  {
    route: "auth/login_.second-factor",
    method: "POST",
    path: () => paths.secondStep(),
    fields: () => ({ by: "code", code: "123456" }),
    by: "guest",
    expected: membersOnly("303 /login", "303 /dashboard"),
  },
  {
    route: "auth/login_.passkey",
    method: "GET",
    path: () => paths.passkeySignIn(),
    expected: membersOnly("200", "302 /dashboard"),
  },
  {
    route: "auth/login_.passkey",
    method: "POST",
    path: () => paths.passkeySignIn(),
    fields: () => ({ credential: "{}" }),
    by: "guest",
    // The page that would show the refused form redirects members.
    expected: membersOnly("400", "302 /dashboard"),
  },
  {
    route: "api/passkey-challenge",
    method: "GET",
    path: () => paths.passkeyChallenge(),
    expected: everyone("302 /login/passkey"),
  },
  {
    route: "api/passkey-challenge",
    method: "POST",
    path: () => paths.passkeyChallenge(),
    fields: () => ({ purpose: "sign-in" }),
    by: "guest",
    answersScript: true,
    expected: everyone("200"),
  },
  {
    route: "app/settings.second-factor._index",
    method: "GET",
    path: () => paths.secondFactor(),
    expected: membersOnly(signIn(paths.secondFactor()), "200"),
  },
  {
    route: "app/settings.second-factor._index",
    method: "POST",
    path: () => paths.secondFactor(),
    fields: () => ({ intent: "remove", passkeyId: unknownId }),
    by: "creator",
    expected: membersOnly("401", "303 /settings/second-factor"),
  },
  {
    route: "app/settings.second-factor.app",
    method: "GET",
    path: () => paths.setUpFactor(),
    expected: { ...membersOnly(signIn(paths.setUpFactor()), "200"), admin: "302 /settings/second-factor" },
  },
  {
    route: "app/settings.second-factor.app",
    method: "POST",
    path: () => paths.setUpFactor(),
    fields: () => ({ intent: "start", password: personPassword }),
    by: "creator",
    expected: { ...membersOnly("401", "303 /settings/second-factor/app"), unconfirmed: "403" },
  },
  {
    route: "app/settings.second-factor.codes",
    method: "GET",
    path: () => paths.recoveryCodes(),
    expected: membersOnly(signIn(paths.recoveryCodes()), "302 /settings/second-factor"),
  },
  {
    route: "app/settings.second-factor.codes",
    method: "POST",
    path: () => paths.recoveryCodes(),
    fields: () => ({}),
    by: "creator",
    expected: membersOnly("401", "303 /settings/second-factor"),
  },
  {
    route: "app/settings.second-factor.codes[.]txt",
    method: "GET",
    path: () => paths.recoveryCodesFile(),
    expected: membersOnly(signIn(paths.recoveryCodesFile()), "302 /settings/second-factor"),
  },
  {
    route: "app/settings.second-factor.passkeys",
    method: "GET",
    path: () => paths.addPasskey(),
    expected: membersOnly(signIn(paths.addPasskey()), "200"),
  },
  {
    route: "app/settings.second-factor.passkeys",
    method: "POST",
    path: () => paths.addPasskey(),
    fields: () => ({ intent: "start", name: "Phone", password: personPassword }),
    by: "creator",
    expected: { ...membersOnly("401", "303 /settings/second-factor/passkeys"), unconfirmed: "403" },
  },
  {
    route: "app/confirm-it-is-you",
    method: "GET",
    path: () => paths.confirmIdentity(),
    expected: membersOnly(signIn(paths.confirmIdentity()), "200"),
  },
  {
    route: "app/confirm-it-is-you",
    method: "POST",
    path: () => paths.confirmIdentity(),
    fields: () => ({ by: "password", password: personPassword }),
    by: "creator",
    // Admins here have a second factor, so the password isn't proof.
    expected: { ...membersOnly("401", "303 /dashboard"), admin: "400" },
  },
];
