import type { CatalogEntry } from "~/features/catalog/catalog";
import { directoryQuery, directoryWords, peopleWithin } from "~/features/directory/directory";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Link, SubmitButton } from "~/ui/parts";
import type { SearchPace } from "../saved-search";

const pace: SearchPace = "daily";

/**
 * Shown on a directory page. A member saves the search right away. A guest signs up or in first, then returns to the
 * form.
 */
export function SaveDirectory({ service, isGuest }: { service: CatalogEntry | null; isGuest: boolean }) {
  const query = directoryQuery({ service });
  const form = paths.newSearch("directory", query);
  const people = service ? peopleWithin(service.name) : "contributors";
  if (isGuest)
    return (
      <p>
        <Link to={paths.login({ tab: "create", redirectTo: form })}>Save this search</Link> to hear about new{" "}
        {people}.
      </p>
    );
  const fields = {
    kind: "directory",
    query: `?service=${query.service}`,
    name: directoryWords(service),
    pace,
  };
  return (
    <Form action={form} className="row">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton kind="secondary" pending="Saving...">
        Save this search
      </SubmitButton>
      <span className="muted">We'll let you know about new {people}.</span>
    </Form>
  );
}
