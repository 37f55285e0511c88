import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { type SignInOutcome, signIn } from "~/features/accounts/signing-in.server";
import type { RouteArgs } from "./request-context.server";
import { clientOf } from "./session.server";

/** Through remix-auth's form strategy, with validated fields. */
export async function authenticate(
  args: RouteArgs,
  credentials: { email: string; password: string },
): Promise<SignInOutcome> {
  const client = await clientOf(args);
  const strategy = new FormStrategy<SignInOutcome>(({ form }) =>
    signIn({ email: String(form.get("email")), password: String(form.get("password")) }, client),
  );
  const request = new Request(args.request.url, { method: "POST", body: new URLSearchParams(credentials) });
  return new Authenticator<SignInOutcome>().use(strategy).authenticate("form", request);
}
