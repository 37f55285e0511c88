import { redirect } from "@remix-run/node";
import type { PendingSignIn } from "~/features/accounts/signing-in.server";
import { paths } from "~/paths";
import { pendingSignInCookie } from "./cookies.server";

/** 303 to the second factor. */
export async function redirectToSecondStep(pending: PendingSignIn, redirectTo: string) {
  return redirect(paths.secondStep({ redirectTo }), {
    status: 303,
    headers: { "Set-Cookie": await pendingSignInCookie.serialize(pending) },
  });
}

export async function pendingSignInOf(request: Request): Promise<PendingSignIn | null> {
  const pending = (await pendingSignInCookie.parse(
    request.headers.get("Cookie"),
  )) as Partial<PendingSignIn> | null;
  const { userId, until, proof } = pending ?? {};
  const isWhole = typeof userId === "string" && typeof until === "number" && typeof proof === "string";
  return isWhole ? { userId, until, proof } : null;
}

export function closedPendingSignIn(): Promise<string> {
  return pendingSignInCookie.serialize("", { maxAge: 0 });
}
