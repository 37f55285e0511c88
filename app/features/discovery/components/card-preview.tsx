import type { Choices, ListField } from "~/features/profiles/builder";
import { useFormValues } from "~/ui/form-values";
import { type DeckCard, DeckCardFace } from "./deck-card-face";

// React 18 does not know the attribute.
const isInert = { inert: "" };

/** Shows the actor's own card beside its form. Needs script; hidden from screen readers, which have the form. */
export function CardPreview({
  formId,
  stored,
  choices,
}: {
  formId: string;
  /** From the builder's other steps. */
  stored: DeckCard;
  /** From the step that the form shows. */
  choices: Choices;
}) {
  const values = useFormValues(formId);
  if (!values) return null;
  return (
    <div className="builder-preview" aria-hidden="true" {...isInert}>
      <p className="hint">Your card, as others see it</p>
      <div className="card deck-card">
        <DeckCardFace card={cardOf(values, stored, choices)} filter="" />
      </div>
    </div>
  );
}

function cardOf(values: FormData, stored: DeckCard, choices: Choices): DeckCard {
  const text = (name: "name" | "bio" | "location" | "priceRange" | "availability") =>
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
    priceRange: text("priceRange"),
    availability: text("availability") || "available",
    services: chosen("servicesOffered", "creativeServices", "strategicServices") ?? stored.services,
    tools: chosen("tools") ?? stored.tools,
  };
}

function labelsOf(values: FormData, list: ListField, choices: Choices): string[] {
  const ticked = new Set(values.getAll(list).map(String));
  return (choices[list] ?? []).flatMap((group) =>
    group.choices.filter(({ value }) => ticked.has(value)).map(({ label }) => label),
  );
}
