import { useEffect, useState } from "react";
import { amountUnits, priceLine } from "~/features/catalog/amount";
import { type Catalog, namesOf } from "~/features/catalog/catalog";
import type { Choices, ListField } from "~/features/profiles/builder";
import { type ProfileAnswers, rolesNeededOf } from "~/features/profiles/profile";
import { readPriceFields } from "~/features/profiles/profile-price";
import type { UserType } from "~/features/profiles/user-type";
import { isInert } from "~/ui/parts";
import { type DeckCard, DeckCardFace } from "./deck-card-face";

/**
 * Shows the actor's own card next to the form that edits it. Needs script. Hidden from screen readers, because the form
 * says the same.
 */
export function CardPreview({
  formId,
  stored,
  choices,
}: {
  formId: string;
  /** What the actor has entered in other steps of the profile builder. */
  stored: DeckCard;
  /** The options of the current step's fields. */
  choices: Choices;
}) {
  const values = useFormValues(formId);
  if (!values) return null;
  return (
    <div className="builder-preview" aria-hidden="true" {...isInert}>
      <p className="hint">Your card, as others see it</p>
      <div className="deck-pile">
        <div className="deck-card">
          <DeckCardFace card={cardOf(values, stored, choices)} filter="" here="" />
        </div>
      </div>
    </div>
  );
}

/** The card with what the form has now. What another step of the builder asks for stays as it's stored. */
export function cardOf(values: FormData, stored: DeckCard, choices: Choices): DeckCard {
  const text = (name: "name" | "bio" | "location" | "availability") =>
    values.has(name) ? String(values.get(name)).trim() : stored[name];
  const chosen = (...lists: ListField[]) =>
    lists.some((list) => choices[list])
      ? lists.flatMap((list) => labelsOf(values, list, choices))
      : undefined;
  return {
    ...stored,
    name: text("name") || "Your name",
    bio: text("bio"),
    location: text("location"),
    priceRange: values.has("priceFrom") ? priceOf(fieldsIn(values)) : stored.priceRange,
    availability: text("availability") || "available",
    services: chosen("servicesOffered", "creativeServices", "strategicServices") ?? stored.services,
    tools: chosen("tools") ?? stored.tools,
  };
}

/** A typed price as one line; empty while it can't be read as a price. */
const priceOf = (fields: Parameters<typeof readPriceFields>[0]) => {
  const { price } = readPriceFields(fields);
  return price ? priceLine({ amount: price.amount, priceRange: price.note }) : "";
};

const fieldsIn = (values: FormData) => {
  const text = (name: string) => String(values.get(name) ?? "");
  return {
    priceFrom: text("priceFrom"),
    priceTo: text("priceTo"),
    priceUnit: amountUnits.find((unit) => unit === text("priceUnit")) ?? ("" as const),
    priceNote: text("priceNote"),
  };
};

function labelsOf(values: FormData, list: ListField, choices: Choices): string[] {
  const ticked = new Set(values.getAll(list).map(String));
  return (choices[list] ?? []).flatMap((group) =>
    group.choices.filter(({ value }) => ticked.has(value)).map(({ label }) => label),
  );
}

/** A form's current values, updated as they change; null until script runs. */
function useFormValues(formId: string): FormData | null {
  const [values, setValues] = useState<FormData | null>(null);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const read = () => setValues(new FormData(form));
    // A microtask, so it runs after the effect that restores a saved draft into the form.
    queueMicrotask(read);
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [formId]);
  return values;
}

/** An unfinished profile's card, without what depends on the viewer. */
export function previewOf(
  draftId: string,
  userType: UserType,
  answers: ProfileAnswers,
  { byId }: Catalog,
): DeckCard {
  const services = userType === "creator" ? rolesNeededOf(answers) : answers.servicesOffered;
  return {
    key: draftId,
    personId: draftId,
    name: answers.name || "Your name",
    avatarUrl: null,
    role: userType,
    location: answers.location,
    bio: answers.bio,
    availability: answers.availability || "available",
    priceRange: priceOf(answers),
    services: namesOf(services, byId.services),
    tools: namesOf(answers.tools, byId.tools),
    likesYou: false,
    hasPriority: false,
    match: null,
    work: [],
    brief: null,
  };
}
