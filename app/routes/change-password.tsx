import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";

/** Password managers open this URL: https://w3c.github.io/webappsec-change-password-url */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return redirect(paths.password());
}
