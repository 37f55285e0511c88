import { lastUseWords, usesLeft } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { SubmitButton } from "~/ui/parts";
import type { SavingOffer } from "../favorites";

/** Saves or removes, and returns to the path `from`; with script, in place. Warns before the last favorite. */
export function FavoriteForm({
  contributorId,
  name,
  offer,
  from,
}: {
  contributorId: string;
  name: string;
  offer: SavingOffer;
  from: string;
}) {
  const isSaved = offer.saved.includes(contributorId);
  const isLast = !isSaved && usesLeft(offer) === 1;
  return (
    <Form action={paths.saveContributor(contributorId)} replace preventScrollReset>
      <input type="hidden" name="from" value={from} />
      <SubmitButton
        kind="quiet"
        small
        name="intent"
        value={isSaved ? "remove" : "save"}
        pending={isSaved ? "Removing..." : "Saving..."}
      >
        {isSaved ? "Remove from Favorites" : "Save to Favorites"}
        <span className="visually-hidden"> {name}</span>
      </SubmitButton>
      {isLast && <p className="hint">{lastUseWords("save")}</p>}
    </Form>
  );
}
