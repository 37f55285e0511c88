import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { allowAnyone } from "~/http/guards.server";
import { idParam } from "~/http/params.server";
import { paths } from "~/paths";

/** An earlier address of a project. */
export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return redirect(paths.project(idParam(args, "projectId")), 301);
}
