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
    <Form
      action={paths.saveContributor(contributorId)}
      className="notice row flex-nowrap justify-between"
      preventScrollReset
    >
      <input type="hidden" name="from" value={from} />
      <p role="status">You removed {name}.</p>
      <SubmitButton kind="quiet" small name="intent" value="save" pending="Undoing...">
        Undo
      </SubmitButton>
    </Form>
  );
}

/** Offers to remove people who are no longer visible, without saying why. */
export function UnavailableNotice({ count }: { count: number }) {
  return (
    <Form className="notice row flex-nowrap justify-between">
      <p>
        {count === 1
          ? "1 person you saved is no longer available."
          : `${count} people you saved are no longer available.`}
      </p>
      <SubmitButton kind="quiet" small name="intent" value="clean" pending="Removing...">
        Remove {count === 1 ? "them" : "all of them"}
      </SubmitButton>
    </Form>
  );
}

/** Why a page of the list is empty. `firstPage` is its URL, unless this is the first page. */
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
      <EmptyState title="No favorites yet" action={<ButtonLink to={paths.discover()}>Discover</ButtonLink>}>
        People you save show up here. Press Save to Favorites on any card or profile.
      </EmptyState>
    );
  if (firstPage)
    return (
      <EmptyState
        title="No one is on this page anymore"
        action={<ButtonLink to={firstPage}>Go to the first page</ButtonLink>}
      />
    );
  if (isNarrowed)
    return (
      <EmptyState
        title="No one matches these filters"
        action={<ButtonLink to={paths.saved()}>Clear filters</ButtonLink>}
      />
    );
  // All favorites are unavailable, which the page says above.
  return null;
}
