import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { signInSchema, signUpSchema } from "~/features/accounts/account.schema";
import { accountGone, addressTaken } from "~/features/accounts/account-words";
import { SignInForm } from "~/features/accounts/components/sign-in-form";
import { SignUpForm } from "~/features/accounts/components/sign-up-form";
import { BesideFilm, StillSheet } from "~/features/catalog/components/stills";
import { listCatalog } from "~/features/catalog/reading.server";
import { draftFacts, hasAnswers, SavedDraft } from "~/features/profiles/components/saved-draft";
import { findDraft, join, retentionDays, settleDraft } from "~/features/profiles/drafting.server";
import { afterBuilder, landingAfter } from "~/features/profiles/settled-draft";
import {
  draftCookie,
  draftIdOf,
  forgetCookie,
  inviteCookie,
  inviteOf,
  redirectToSecondStep,
} from "~/http/cookies.server";
import { readForm, tooManyAttempts } from "~/http/form.server";
import {
  allowAnyone,
  answerSuspended,
  landingOf,
  redirectSignedIn,
  redirectWithFlash,
} from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { safePath, wayOn } from "~/http/safe-redirect";
import { authenticate, clientOf, openSession } from "~/http/session.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { Tabs } from "~/ui/tabs";

export const meta = pageTitle<typeof loader>(({ tab }) =>
  tab === "create" ? "Create your account" : "Sign in",
);

export const handle: RouteHandle = { formFailure: "Please try again." };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  const query = new URL(args.request.url).searchParams;
  const redirectTo = wayOn(args.request);
  if (actor) throw redirect(redirectTo ?? paths.dashboard());
  const fromOnboarding = query.get("fromOnboarding") === "1";
  const tab =
    query.get("tab") === "create" || (fromOnboarding && query.get("tab") !== "sign-in")
      ? "create"
      : "sign-in";
  const draft = tab === "create" ? await findDraft(null, await draftIdOf(args.request)) : null;
  // A signed-out member's draft isn't shown, because someone else may be using this browser.
  const shown = draft?.isLocked ? null : draft;
  const userType = fromOnboarding && shown?.isComplete ? shown.userType : null;
  return {
    redirectTo,
    isLost: query.get("signedIn") === "1",
    fromOnboarding,
    tab,
    saved: shown &&
      userType && { ...draftFacts(userType, shown.answers, await listCatalog()), days: retentionDays },
    knownName: shown?.answers.name ?? "",
  };
}

export async function action(args: ActionFunctionArgs) {
  await allowAnyone(args);
  const creating = new URL(args.request.url).searchParams.get("tab") === "create";
  return creating ? signUp(args) : signIn(args);
}

async function signIn(args: ActionFunctionArgs) {
  const form = await readForm(args, signInSchema, { isAnyones: true });
  if (!form.ok) return form.reply;
  const done = await authenticate(args, { email: form.value.email, password: form.value.password });
  const to = safePath(form.value.redirectTo, paths.dashboard());
  if (done.ok) {
    const settled = await settleDraft(done.userId, await draftIdOf(args.request), args.context.clientAddress);
    return redirectSignedIn(args, done, landingAfter(settled, to));
  }
  switch (done.refused) {
    case "second-factor":
      return redirectToSecondStep(done.pending, to);
    case "wrong":
      return form.refuse("Invalid email or password.");
    case "account-gone":
      return redirectWithFlash(paths.login(), accountGone);
    case "leaving":
      return redirect(paths.comeBack(done.token), 303);
    case "suspended":
      return answerSuspended(form, done);
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

async function signUp(args: ActionFunctionArgs) {
  const form = await readForm(args, signUpSchema, { isAnyones: true });
  if (!form.ok) return form.reply;
  const draftId = await draftIdOf(args.request);
  const invite = await inviteOf(args.request);
  const done = await join(form.value, draftId, await clientOf(args), invite);
  if (done.ok) {
    const cookies = [...(await openSession(args, done)), await forgetCookie(draftCookie)];
    if (invite) cookies.push(await forgetCookie(inviteCookie));
    const to = safePath(form.value.redirectTo, done.role ? afterBuilder(done.role) : paths.onboarding());
    return redirectWithFlash(
      landingOf(args, to),
      done.role ? { title: "Profile saved" } : { title: "Welcome to Matchcut" },
      cookies,
    );
  }
  switch (done.refused) {
    case "email-taken":
      return form.refuse(
        {
          "": ["Email already registered"],
          email: [addressTaken],
        },
        409,
      );
    case "weak-password":
      return form.refuse({ password: [done.reason] });
    case "failed":
      return form.refuse("No user account was created. Please try again.", 500);
    case "too-many":
      return form.refuse(tooManyAttempts(done.waitSeconds), 429);
  }
}

export default function Login() {
  const { redirectTo, isLost, fromOnboarding, tab, saved, knownName } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const carried = {
    redirectTo: redirectTo || undefined,
    fromOnboarding: fromOnboarding ? ("1" as const) : undefined,
  };
  const isNew = tab === "create";
  return (
    <BesideFilm film={hasAnswers(saved) ? <SavedDraft draft={saved} /> : <StillSheet />}>
      <h1>{isNew ? "Create Your Account" : "Welcome Back"}</h1>
      <Tabs
        label="Sign in or create an account"
        items={[
          {
            to: paths.login({ ...carried, tab: fromOnboarding ? "sign-in" : undefined }),
            label: "Sign In",
            current: !isNew,
          },
          {
            to: paths.login({ ...carried, tab: "create" }),
            label: "Create Account",
            current: isNew,
          },
        ]}
      />
      <CookiesNote isLost={isLost} />
      {saved && (
        <p role="status" className="notice">
          <strong>Complete Your Registration:</strong> Your profile has been saved! Create an account now to
          connect with matches.
        </p>
      )}
      {isNew ? (
        <SignUpForm
          key="create"
          result={result}
          redirectTo={redirectTo}
          fromOnboarding={fromOnboarding}
          knownName={knownName}
        />
      ) : (
        <SignInForm key="sign-in" result={result} redirectTo={redirectTo} fromOnboarding={fromOnboarding} />
      )}
    </BesideFilm>
  );
}

/**
 * Without cookies, signing in leads back to the sign-in page, so the page says why.
 * @param isLost the browser came back without the cookie of its session or of the first of two steps, which may also
 * have expired
 */
function CookiesNote({ isLost }: { isLost: boolean }) {
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => setIsRefused(refusesCookies()), []);
  if (!isLost && !isRefused) return null;
  return (
    <p role="alert" className="notice tone-warning">
      {isRefused
        ? "Your browser blocks cookies, so it can't keep you signed in. Allow cookies for this site, then sign in again."
        : "Your browser didn't keep you signed in. If it blocks cookies, allow them for this site, then sign in again."}
    </p>
  );
}

/** A browser that blocks only some sites' cookies may say that they're enabled, but refuses those sites' storage, too. */
function refusesCookies(): boolean {
  try {
    return !navigator.cookieEnabled || !localStorage;
  } catch {
    return true;
  }
}
