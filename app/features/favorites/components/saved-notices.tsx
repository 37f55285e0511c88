import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { ButtonLink, EmptyState, SubmitButton } from "~/ui/parts";

/** Offers to undo the removal; `from` is the list's URL. */
export function RemovedNotice({
  contributorId,
  name,
  from,
}: {
  contributorId: string;
  name: string;
  from: string;
}) {
  return (
    <Form action={paths.saveContributor(contributorId)} className="row" preventScrollReset>
      <input type="hidden" name="from" value={from} />
      <p role="status">{name} is removed.</p>
      <SubmitButton kind="secondary" small name="intent" value="save" pending="Undoing...">
        Undo
      </SubmitButton>
    </Form>
  );
}

/** Offers to remove people who are no longer visible, without saying why. */
export function UnavailableNotice({ count }: { count: number }) {
  return (
    <Form className="row">
      <p>
        {count === 1
          ? "1 person you saved is no longer available."
          : `${count} people you saved are no longer available.`}
      </p>
      <SubmitButton kind="secondary" small name="intent" value="clean" pending="Removing...">
        Remove {count === 1 ? "them" : "all of them"}
      </SubmitButton>
    </Form>
  );
}

/** Why a page of the list is empty. `firstPage`: its URL, unless this is it. */
export function NoneShown({
  hasSaved,
  isNarrowed,
  firstPage,
}: {
  hasSaved: boolean;
  isNarrowed: boolean;
  firstPage: string | undefined;
}) {
  if (!hasSaved)
    return (
      <EmptyState
        title="Nobody is saved yet"
        action={<ButtonLink to={paths.discover()}>Discover</ButtonLink>}
      >
        Press Save to Favorites on a card or profile to find somebody again here.
      </EmptyState>
    );
  if (firstPage)
    return (
      <EmptyState
        title="Nobody is on this page any more"
        action={<ButtonLink to={firstPage}>Go to the first page</ButtonLink>}
      />
    );
  if (isNarrowed)
    return (
      <EmptyState
        title="Nobody matches these filters"
        action={<ButtonLink to={paths.saved()}>Clear filters</ButtonLink>}
      />
    );
  // All of them are unavailable, which the page says above.
  return null;
}
