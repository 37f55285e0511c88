import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { notDone } from "~/failure-words";
import { type Actor, isContributor } from "~/features/accounts/actor";
import { plansWithProFeatures } from "~/features/plans/plan";
import { addressOf, canSearch, queryOf, readSavedFilter, wordsOf } from "~/features/searches/kinds.server";
import {
  type SearchKind,
  searchKindLabels,
  searchKinds,
  searchLimits,
  searchPaceLabels,
  searchPaces,
} from "~/features/searches/saved-search";
import { saveSearchSchema } from "~/features/searches/saved-search.schema";
import { saveSearch } from "~/features/searches/saving.server";
import { cut } from "~/graphemes";
import { forbidden, orNotFound } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { ErrorSummary, Field, Form, Select, useForm } from "~/ui/form";
import { ButtonLink, Link, Section, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Save this search");

export const handle: RouteHandle = { formFailure: notDone("Your search wasn't saved.") };

const notYours = "Your account can't use this search right now.";

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  const query = new URL(args.request.url).searchParams;
  const kind = orNotFound(searchKinds.find((one) => one === query.get("kind")));
  const saved = await readFor(actor, kind, query);
  if (!saved) throw redirect(paths.searches());
  const words = await wordsOf(saved, isContributor(actor));
  return { kind, words, address: addressOf(saved), query: queryOf(saved) };
}

async function readFor(actor: Actor, kind: SearchKind, query: URLSearchParams) {
  if (!canSearch(actor, kind)) throw forbidden(notYours);
  return readSavedFilter(kind, query);
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, saveSearchSchema);
  if (!form.ok) return form.reply;
  const { kind, query, name, pace } = form.value;
  const saved = await readFor(actor, kind, new URLSearchParams(query));
  if (!saved) return form.refuse("This search has no filters yet. Pick one first.");
  const done = await saveSearch(actor, saved, { name, pace });
  if (done.ok)
    return redirectWithFlash(paths.searches(), {
      title: done.isNew ? "Search saved" : "You already saved this search",
    });
  if (done.refused === "not-searching") throw forbidden(notYours);
  if (done.refused === "no-advanced")
    return form.refuse(
      `Your plan doesn't include advanced filters. They come with ${plansWithProFeatures}.`,
      403,
    );
  return form.refuse(
    `You've reached the limit of ${searchLimits.each} saved searches. Remove one to save another.`,
    403,
  );
}

export default function SaveSearch() {
  const { kind, words, address, query } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>()?.result;
  const values = { name: cut(words, searchLimits.name), pace: "daily" };
  const { formProps, errorsOf, propsOf } = useForm<"name" | "pace">("search", result, values);
  return (
    <SettingsPage current={paths.searches()} title="Save this search">
      <Section>
        <Form action={`${paths.newSearch(kind)}&${query.slice(1)}`} className="stack" {...formProps}>
          <ErrorSummary title="Search not saved" errors={errorsOf(["name", "pace"])} />
          <p>
            {searchKindLabels[kind]}: <strong>{words}</strong>
          </p>
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="query" value={query} />
          <Field label="Name" limit={searchLimits.name} {...propsOf("name")} />
          <Select
            label="How often should we tell you what's new?"
            options={searchPaces.map((value) => ({ value, label: searchPaceLabels[value] }))}
            {...propsOf("pace")}
          />
          <div className="row">
            <SubmitButton pending="Saving...">Save this search</SubmitButton>
            <ButtonLink to={address} kind="quiet" reloadDocument={kind === "directory"}>
              Back
            </ButtonLink>
          </div>
        </Form>
      </Section>
      <p>
        <Link to={paths.searches()}>Your saved searches</Link>
      </p>
    </SettingsPage>
  );
}
