import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { plansWithProFeatures } from "~/features/plans/plan";
import {
  searchKindLabels,
  searchLimits,
  searchPaceLabels,
  searchPaces,
} from "~/features/searches/saved-search";
import { changeSearchSchema } from "~/features/searches/saved-search.schema";
import { listSearches, removeSearch, type SearchView, setPace } from "~/features/searches/saving.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { Form, Select } from "~/ui/form";
import { EmptyState, Link, SubmitButton } from "~/ui/parts";

export const meta = pageTitle("Saved searches");

export const handle: RouteHandle = { pageFailure: "We couldn't save your search" };

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  return { searches: await listSearches(actor), isContributor: isContributor(actor) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readSignedIn(args, changeSearchSchema);
  const value = pressed(form);
  const done =
    value.intent === "remove"
      ? await removeSearch(actor, value.search)
      : await setPace(actor, value.search, value.pace);
  const title = value.intent === "remove" ? "Search removed" : "Saved";
  return redirectWithFlash(paths.searches(), { title: done.ok ? title : "This search was already removed" });
}

export default function SavedSearches() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.searches()} title="Saved searches">
      <p>
        We'll let you know what's new by notification and email, at the time of day you saved the search. If
        nothing's new, we won't send anything.{" "}
        <Link to={paths.notificationSettings()}>Choose how we tell you</Link>
      </p>
      {data.searches.length > 0 ? (
        <SearchList searches={data.searches} />
      ) : (
        <EmptyState title="No saved searches yet">
          Choose filters on <Link to={paths.discover()}>Discover</Link>
          {data.isContributor && (
            <>
              {" "}
              or <Link to={paths.projects()}>Projects</Link>
            </>
          )}
          , or a service under <Link to={paths.contributors()}>Contributors</Link>, then press Save this
          search. You can save up to {searchLimits.each}.
        </EmptyState>
      )}
    </SettingsPage>
  );
}

const pausedWords = {
  page: "Paused. Your account can't use this search right now.",
  filter: "Paused. What you searched for isn't on Matchcut anymore.",
  plan: `Paused. Advanced filters come with ${plansWithProFeatures}.`,
  address: "Paused. Confirm your email address to turn it on.",
} as const;

/** Lists searches, each with its frequency and a Remove button. */
function SearchList({ searches }: { searches: readonly SearchView[] }) {
  return (
    <ul className="stack">
      {searches.map((search) => (
        <li key={search.id} className="section stack">
          <div>
            <h2>
              <Title search={search} />
            </h2>
            <p className="muted">
              {[searchKindLabels[search.kind], search.words].filter(Boolean).join(": ")}
            </p>
            {search.paused && <p>{pausedWords[search.paused]}</p>}
          </div>
          <Form action={paths.searches()} className="row items-end" key={search.pace}>
            <input type="hidden" name="search" value={search.id} />
            <Select
              label="How often"
              id={`pace-${search.id}`}
              name="pace"
              options={searchPaces.map((value) => ({ value, label: searchPaceLabels[value] }))}
              defaultValue={search.pace}
            />
            <SubmitButton name="intent" value="pace" kind="secondary" small pending="Saving...">
              Save<span className="visually-hidden"> the schedule for {search.name}</span>
            </SubmitButton>
            <SubmitButton name="intent" value="remove" kind="quiet" small pending="Removing...">
              Remove<span className="visually-hidden"> {search.name}</span>
            </SubmitButton>
          </Form>
        </li>
      ))}
    </ul>
  );
}

/** The directory has no script, so links to it need a full page load. */
function Title({ search: { kind, href, name } }: { search: SearchView }) {
  if (!href) return name;
  return (
    <Link to={href} reloadDocument={kind === "directory"}>
      {name}
    </Link>
  );
}
