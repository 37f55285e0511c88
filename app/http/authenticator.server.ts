import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { type SignInOutcome, signIn } from "~/features/accounts/signing-in.server";
import type { RouteArgs } from "./request-context.server";

/** remix-auth's form strategy in front of the one verb that knows how to sign somebody in. */
const authenticator = new Authenticator<SignInOutcome>().use(
  new FormStrategy(({ form, request }) =>
    signIn(
      { email: String(form.get("email")), password: String(form.get("password")) },
      request.headers.get("X-Client-Address") ?? "unknown",
    ),
  ),
);

/** Signs in with fields that were already read and checked. */
export function authenticate(
  args: RouteArgs,
  credentials: { email: string; password: string },
): Promise<SignInOutcome> {
  const request = new Request(args.request.url, {
    method: "POST",
    headers: { "X-Client-Address": args.context.clientAddress },
    body: new URLSearchParams(credentials),
  });
  return authenticator.authenticate("form", request);
}
