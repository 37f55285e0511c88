import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { ListNameField, ListsNeedPro } from "~/features/favorites/components/list-parts";
import { listErrors } from "~/features/favorites/favorites";
import { listSchema } from "~/features/favorites/favorites.schema";
import { findSavedOverview } from "~/features/favorites/listing.server";
import { deleteList, renameList } from "~/features/favorites/lists.server";
import { notFound, orNotFound } from "~/http/form.server";
import { idParam, readAsCreator, redirectWithFlash, requireCreator } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { failurePage, pageTitle } from "~/shell/page";
import { BackLink } from "~/ui/back-link";
import { ErrorSummary, Form, useForm } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { SubmitButton } from "~/ui/parts";

export const meta = pageTitle<typeof loader>((data) => `${data.list.name} · Lists`);

export const handle: RouteHandle = { formFailure: notDone("Your list wasn't changed.") };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireCreator(args);
  const listId = idParam(args, "listId");
  const { lists, canAdd } = await findSavedOverview(actor, null);
  const list = orNotFound(lists.find(({ id }) => id === listId));
  return { list, canRename: canAdd };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsCreator(args, listSchema);
  const listId = idParam(args, "listId");
  if (!form.ok) return form.reply;
  if (form.value.intent === "delete") {
    const isDeleted = await deleteList(actor, listId);
    return redirectWithFlash(
      paths.savedLists(),
      isDeleted
        ? { title: "List deleted", text: "The people on it are still saved." }
        : { title: "This list was already deleted" },
    );
  }
  const done = await renameList(actor, listId, form.value.name);
  if (done.ok) return redirectWithFlash(paths.savedLists(), { title: "List renamed" });
  if (done.refused === "not-found" || done.refused === "not-creator") throw notFound();
  return form.refuse({ name: [listErrors[done.refused]] }, done.refused === "plan" ? 403 : 400);
}

export default function SavedList() {
  const { list, canRename } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const { formProps, field, errorsOf } = useForm<"name">("list", result, { name: list.name });
  return (
    <div className="narrow stack">
      <ErrorSummary title="Your list wasn't changed" errors={errorsOf(canRename ? ["name"] : [])} />
      <BackLink to={paths.savedLists()}>Back to Lists</BackLink>
      <h1 className={headingFace(list.name)}>{list.name}</h1>
      {canRename ? (
        <Form {...formProps} className="stack">
          <ListNameField field={field("name")} />
          <SubmitButton name="intent" value="rename" kind="secondary" pending="Saving...">
            Rename
          </SubmitButton>
        </Form>
      ) : (
        <ListsNeedPro hasLists />
      )}
      <Form className="stack" aria-labelledby="delete-title">
        <h2 id="delete-title">Delete</h2>
        <p>This deletes the list right away. The people on it stay in your favorites.</p>
        <SubmitButton name="intent" value="delete" kind="danger" small pending="Deleting...">
          Delete list
        </SubmitButton>
      </Form>
    </div>
  );
}

export const ErrorBoundary = failurePage("Error loading your lists");
