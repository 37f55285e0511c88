import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { SearchList } from "~/features/searches/components/search-list";
import { searchLimits } from "~/features/searches/saved-search";
import { changeSearchSchema } from "~/features/searches/saved-search.schema";
import { listSearches, removeSearch, setPace } from "~/features/searches/saving.server";
import { pressed } from "~/http/form.server";
import { readSignedIn, redirectWithFlash, requireSignIn } from "~/http/route.server";
import type { RouteFailure } from "~/http/route-handle";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { EmptyState, Link } from "~/ui/parts";

export const meta = pageTitle("Saved searches");

export const handle: RouteFailure = {
  failure: { page: "Failed to save that" },
};

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
  return redirectWithFlash(paths.searches(), { title: done.ok ? title : "This search is gone already" });
}

export default function SavedSearches() {
  const data = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.searches()} title="Saved searches">
      <p>
        We tell you what is new, here and by email, at the time of day when you saved the search. When nothing
        is new, you hear nothing. <Link to={paths.notificationSettings()}>Choose page or email</Link>
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
          , or a service under <Link to={paths.contributors()}>Contributors</Link>, then Save this search. You
          can have {searchLimits.each}.
        </EmptyState>
      )}
    </SettingsPage>
  );
}
