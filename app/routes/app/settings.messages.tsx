import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allowAnyone } from "~/http/route.server";
import { paths } from "~/paths";

/** This page's only setting has moved to Privacy. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return redirect(paths.privacy(), 301);
}
