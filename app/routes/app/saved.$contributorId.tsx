import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone, reloadAndRetry } from "~/failure-words";
import { FavoriteLists } from "~/features/favorites/components/favorite-lists";
import { favoriteLimits } from "~/features/favorites/favorites";
import { favoriteSchema } from "~/features/favorites/favorites.schema";
import { findFavorites, findSavedOverview } from "~/features/favorites/listing.server";
import { chooseLists, writeNote } from "~/features/favorites/lists.server";
import { notFound } from "~/http/form.server";
import { idParam, limitActs, readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { ErrorSummary, Form, fieldOf, fieldProps, summaryOf, TextArea } from "~/ui/form";
import { ButtonLink, Card, Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) => data.favorite.name);

export const handle: RouteFailure = {
  failure: { form: [notDone("Your changes weren't saved.")] },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const contributorId = idParam(args, "contributorId");
  const [[favorite], { lists, canAdd }] = await Promise.all([
    findFavorites(actor, [contributorId]),
    findSavedOverview(actor, null),
  ]);
  if (!favorite) throw notFound();
  const { name, note, listIds } = favorite;
  return { favorite: { contributorId, name, note, listIds }, lists, canAdd };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsCreator(args, favoriteSchema);
  const contributorId = idParam(args, "contributorId");
  if (!form.ok) return form.reply;
  await limitActs(args, actor, "save");
  const sent = form.value;
  const done =
    sent.intent === "note"
      ? await writeNote(actor, contributorId, sent.note)
      : await chooseLists(actor, contributorId, sent.lists);
  if (done.ok)
    return redirectWithFlash(paths.favorite(contributorId), {
      title: sent.intent === "note" ? "Note saved" : "Lists saved",
    });
  if (done.refused === "not-found") throw notFound();
  return form.refuse({ lists: [refusals[done.refused]] }, done.refused === "plan" ? 403 : 409);
}

const refusals = {
  plan: "Your plan doesn't include named lists. You can take people off a list, but you can't add them.",
  "list-gone": `One of these lists was deleted. ${reloadAndRetry}.`,
};

export default function Favorite() {
  const { favorite, lists, canAdd } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const isNote = result?.initialValue?.intent === "note";
  const note = fieldOf("favorite", isNote ? result : { initialValue: { note: favorite.note } }, "note");
  const listed = lists.length > 0 ? [{ ...fieldOf("favorite", result, "lists"), id: "lists" }] : [];
  const errors = summaryOf(result, isNote ? [note] : listed);
  return (
    <div className="narrow stack">
      <ErrorSummary title="Your changes weren't saved" errors={errors} />
      <p>
        <ButtonLink to={paths.saved()} kind="secondary" small>
          Back to Favorites
        </ButtonLink>
      </p>
      <h1>
        <Link to={paths.profile(favorite.contributorId)}>{favorite.name}</Link>
      </h1>
      <Card title="Private note">
        <Form className="stack">
          <TextArea
            label="Only you can see this"
            rows={4}
            limit={favoriteLimits.note}
            {...fieldProps(note)}
          />
          <div>
            <SubmitButton name="intent" value="note" kind="secondary" small pending="Saving...">
              Save note
            </SubmitButton>
          </div>
        </Form>
      </Card>
      <FavoriteLists lists={lists} chosen={favorite.listIds} canAdd={canAdd} />
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading favorites");
