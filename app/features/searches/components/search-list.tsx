import { plansWithProFeatures } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Form, Select } from "~/ui/form";
import { Card, Link, SubmitButton } from "~/ui/parts";
import { searchKindLabels, searchPaceLabels, searchPaces } from "../saved-search";
import type { SearchView } from "../saving.server";

const pausedWords = {
  page: "Paused: your profile does not have this page now.",
  filter: "Paused: what you searched for is no longer offered.",
  plan: `Paused: advanced filters come with ${plansWithProFeatures}.`,
  address: "Waits until you have confirmed your address.",
} as const;

/** Each with its pace and a button that removes it. Posts to the page of saved searches. */
export function SearchList({ searches }: { searches: readonly SearchView[] }) {
  return (
    <ul className="stack">
      {searches.map((search) => (
        <Card as="li" key={search.id} title={<Title search={search} />}>
          <p className="muted">{[searchKindLabels[search.kind], search.words].filter(Boolean).join(": ")}</p>
          {search.paused && <p>{pausedWords[search.paused]}</p>}
          <Form action={paths.searches()} className="stack" key={search.pace}>
            <input type="hidden" name="search" value={search.id} />
            <Select
              label="Tell me"
              id={`pace-${search.id}`}
              name="pace"
              options={searchPaces.map((value) => ({ value, label: searchPaceLabels[value] }))}
              defaultValue={search.pace}
            />
            <div className="row">
              <SubmitButton name="intent" value="pace" kind="secondary" pending="Saving...">
                Save<span className="visually-hidden"> how often for {search.name}</span>
              </SubmitButton>
              <SubmitButton name="intent" value="remove" kind="quiet" pending="Removing...">
                Remove<span className="visually-hidden"> {search.name}</span>
              </SubmitButton>
            </div>
          </Form>
        </Card>
      ))}
    </ul>
  );
}

/** The directory has no script. */
function Title({ search: { kind, href, name } }: { search: SearchView }) {
  if (!href) return name;
  return (
    <Link to={href} reloadDocument={kind === "directory"}>
      {name}
    </Link>
  );
}
