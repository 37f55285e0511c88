import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { notDone, reloadAndRetry } from "~/failure-words";
import { leadFrames } from "~/features/discovery/components/lead-frames";
import { PersonCard } from "~/features/discovery/components/person";
import { ListsNeedPro } from "~/features/favorites/components/list-parts";
import { favoriteLimits } from "~/features/favorites/favorites";
import { favoriteSchema } from "~/features/favorites/favorites.schema";
import { findFavorites, findSavedOverview } from "~/features/favorites/listing.server";
import { chooseLists, writeNote } from "~/features/favorites/lists.server";
import { notFound } from "~/http/form.server";
import { idParam, limitActs, readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/people-page.css?url";
import { BackLink } from "~/ui/back-link";
import { ErrorSummary, Form, fieldOf, fieldProps, summaryOf, TextArea } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) => `${data.favorite.name} · Favorites`);

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your changes weren't saved.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const contributorId = idParam(args, "contributorId");
  const [[favorite], { lists, canAdd }] = await Promise.all([
    findFavorites(actor, [contributorId]),
    findSavedOverview(actor, null),
  ]);
  if (!favorite) throw notFound();
  return { favorite, lists, canAdd };
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
      <BackLink to={paths.saved()}>Back to Favorites</BackLink>
      <h1 className={headingFace(favorite.name)}>{favorite.name}</h1>
      <ul>
        <PersonCard
          person={{ ...favorite, personId: favorite.contributorId }}
          about={[favorite.services[0], favorite.location]}
          percent={favorite.match?.percent}
          frames={leadFrames(
            { role: "contributor", work: favorite.work, brief: null },
            paths.favorite(favorite.contributorId),
          )}
          words={{ title: favorite.services[0] ?? favorite.name }}
          isFirst
        />
      </ul>
      <Form className="stack" aria-labelledby="note-title">
        <h2 id="note-title">Private note</h2>
        <TextArea label="Only you can see this" rows={4} limit={favoriteLimits.note} {...fieldProps(note)} />
        <SubmitButton name="intent" value="note" pending="Saving...">
          Save note
        </SubmitButton>
      </Form>
      <section className="stack">
        <h2>Lists</h2>
        {!canAdd && <ListsNeedPro hasLists={lists.length > 0} />}
        {lists.length > 0 && (
          <Form className="stack" id="lists" tabIndex={-1}>
            <fieldset>
              <legend className="visually-hidden">Lists</legend>
              <div className="chips">
                {lists.map(({ id, name }) => {
                  const isIn = favorite.listIds.includes(id);
                  return (
                    <Fragment key={id}>
                      <label>
                        <input
                          type="checkbox"
                          name="lists"
                          value={id}
                          defaultChecked={isIn}
                          disabled={!canAdd && !isIn}
                        />
                        {name}
                      </label>{" "}
                    </Fragment>
                  );
                })}
              </div>
            </fieldset>
            <SubmitButton name="intent" value="lists" kind="secondary" small pending="Saving...">
              Save lists
            </SubmitButton>
          </Form>
        )}
        {canAdd && (
          <p>
            <Link to={paths.savedLists()}>{lists.length > 0 ? "Manage your lists" : "Create a list"}</Link>
          </p>
        )}
      </section>
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading favorites");
