import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { ListNameField, ListsNeedPro } from "~/features/favorites/components/list-parts";
import { listErrors } from "~/features/favorites/favorites";
import { newListSchema } from "~/features/favorites/favorites.schema";
import { findSavedOverview } from "~/features/favorites/listing.server";
import { createList } from "~/features/favorites/lists.server";
import { forbidden } from "~/http/form.server";
import { creatorsOnly, readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import { paths } from "~/paths";
import { failurePage, pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/people-page.css?url";
import { BackLink } from "~/ui/back-link";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { ButtonLink, EmptyState, Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Lists");

export const { handle, links } = withStyles(styles, { formFailure: notDone("Your list wasn't created.") });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const { lists, canAdd } = await findSavedOverview(actor, null);
  return { lists, canAdd };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsCreator(args, newListSchema);
  if (!form.ok) return form.reply;
  const done = await createList(actor, form.value.name);
  if (done.ok) return redirectWithFlash(paths.savedLists(), { title: "List created" });
  if (done.refused === "not-found" || done.refused === "not-creator") throw forbidden(creatorsOnly);
  return form.refuse({ name: [listErrors[done.refused]] }, done.refused === "plan" ? 403 : 400);
}

export default function SavedLists() {
  const { lists, canAdd } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, field, errorsOf } = useForm<"name">("new-list", result);
  return (
    <div className="narrow stack">
      <ErrorSummary title="Your list wasn't created" errors={errorsOf(["name"])} />
      <BackLink to={paths.saved()}>Back to Favorites</BackLink>
      <h1>Lists</h1>
      {lists.length > 0 ? (
        <ul className="rows">
          {lists.map((list) => (
            <li key={list.id}>
              <div>
                <Link to={paths.saved({ list: list.id })}>{list.name}</Link>{" "}
                <p>{list.count === 1 ? "1 person" : `${list.count} people`}</p>
              </div>
              <ButtonLink to={paths.savedList(list.id)} kind="soft" small>
                Rename or delete<span className="visually-hidden"> {list.name}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : (
        canAdd && (
          <EmptyState title="No lists yet">
            Use lists to group people by show, season or role. Create one, then find someone in Favorites and
            choose Note and lists.
          </EmptyState>
        )
      )}
      {canAdd || result ? (
        <Form {...formProps} className="stack" key={lists.length} aria-labelledby="new-list-title">
          <h2 id="new-list-title">New list</h2>
          <ListNameField field={field("name")} />
          <SubmitButton pending="Saving...">Create list</SubmitButton>
        </Form>
      ) : (
        <ListsNeedPro hasLists={lists.length > 0} />
      )}
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading your lists");
