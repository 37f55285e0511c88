import { paths } from "~/paths";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { Select } from "~/ui/select";
import { searchPaceLabels, searchPaces } from "../saved-search";
import type { SearchView } from "../saving.server";

const kindLabels = { people: "People in Discover", projects: "Projects" } as const;

/** Each with its pace and a button that removes it. Posts to the page of saved searches. */
export function SearchList({ searches }: { searches: readonly SearchView[] }) {
  return (
    <ul className="stack">
      {searches.map((search) => (
        <Card as="li" key={search.id} title={<Title search={search} />}>
          <p className="muted">{[kindLabels[search.kind], search.words].filter(Boolean).join(": ")}</p>
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

function Title({ search: { href, name } }: { search: SearchView }) {
  return href ? <Link to={href}>{name}</Link> : name;
}
