import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allowAnyone, idParam } from "~/http/route.server";
import { paths } from "~/paths";

/** An earlier address of a project. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return redirect(paths.project(idParam(args, "projectId")), 301);
}

/** A page route, so that refusals render as pages. */
export default function EarlierProject() {
  return null;
}
