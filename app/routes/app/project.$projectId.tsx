import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allowAnyone, idParam } from "~/http/route.server";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

/** Redirects from an old URL of a project. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return redirect(paths.project(idParam(args, "projectId")), 301);
}
