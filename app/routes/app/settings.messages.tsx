import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";

/** An earlier page, whose one choice is part of Privacy. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return redirect(paths.privacy(), 301);
}
