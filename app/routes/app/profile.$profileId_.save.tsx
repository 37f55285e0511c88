import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { saveSchema } from "~/features/favorites/favorites.schema";
import { saveContributor, unsaveContributor } from "~/features/favorites/saving.server";
import { forbidden, notFound, pressed } from "~/http/form.server";
import { creatorsOnly, idParam, limitActs, readAsCreator, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { safePath } from "~/http/safe-redirect";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

export const handle: RouteHandle = { pageFailure: "We couldn't update your favorites" };

export function loader(args: LoaderFunctionArgs) {
  return redirect(paths.profile(idParam(args, "profileId")));
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsCreator(args, saveSchema);
  const contributorId = idParam(args, "profileId");
  const { from, intent } = pressed(
    form,
    "We couldn't save that",
    "Please go back to the profile and try again.",
  );
  await limitActs(args, actor, "save");
  const profile = paths.profile(contributorId);
  const back = safePath(from, profile);
  if (intent === "remove") {
    await unsaveContributor(actor, contributorId);
    return redirectWithFlash(back, { title: "Contributor removed" });
  }
  const done = await saveContributor(actor, contributorId);
  if (done.ok) return redirectWithFlash(back, { title: "Contributor saved" });
  if (done.refused === "save-limit")
    return redirect(
      back === profile ? `${back}?limit=saved` : paths.saved({ limit: "saved", from: back }),
      303,
    );
  if (done.refused === "not-creator") throw forbidden(creatorsOnly);
  if (!from) throw notFound();
  return redirectWithFlash(back, {
    title: "Contributor not saved",
    text: "This person is no longer available.",
    tone: "destructive",
  });
}
