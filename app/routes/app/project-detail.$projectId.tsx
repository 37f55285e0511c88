import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, idParam } from "~/http/route.server";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

/** Redirects from an old URL of a project, and keeps its query. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const path = paths.project(idParam(args, "projectId"));
  return redirect(returnPathOf(args.request).replace(/^[^?]*/, path), 301);
}
