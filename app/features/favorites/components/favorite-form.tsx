import { lastUseWords, usesLeft } from "~/features/plans/plan";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { SubmitButton } from "~/ui/parts";
import type { SavingOffer } from "../favorites";

/**
 * A button that saves or removes a favorite. Without script, it returns to the path `from`. Says so if one more
 * favorite reaches the plan's limit.
 */
export function FavoriteForm({
  contributorId,
  name,
  offer,
  from,
  isIcon,
}: {
  contributorId: string;
  name: string;
  offer: SavingOffer;
  from: string;
  /** Shows a heart instead of text, for buttons on a dark background. */
  isIcon?: boolean;
}) {
  const isSaved = offer.saved.includes(contributorId);
  const words = isSaved ? "Remove from Favorites" : "Save to Favorites";
  const isLast = !isSaved && usesLeft(offer) === 1;
  return (
    <Form action={paths.saveContributor(contributorId)} replace preventScrollReset>
      <input type="hidden" name="from" value={from} />
      <SubmitButton
        kind="quiet"
        small
        className={isIcon ? "save-icon" : undefined}
        name="intent"
        value={isSaved ? "remove" : "save"}
        pending={isIcon ? undefined : isSaved ? "Removing..." : "Saving..."}
        title={isIcon ? words : undefined}
      >
        {isIcon && <Icon name="heart" />}
        <span className={isIcon ? "visually-hidden" : undefined}>
          {words}
          <span className="visually-hidden"> {name}</span>
        </span>
      </SubmitButton>
      {isLast && <p className="hint">{lastUseWords("save")}</p>}
    </Form>
  );
}
