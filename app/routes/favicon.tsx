import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allowAnyone } from "~/http/route.server";

/** For programs that don't read the page's link to its icon, many of which can't draw an SVG. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return redirect("/icon-192.png", { status: 301 });
}
