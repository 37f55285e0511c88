import { type Catalog, namesOf } from "~/features/catalog/catalog";
import { coverViewOf } from "~/features/portfolio/cover";
import { type ProfileAnswers, rolesNeededOf, type UserType } from "~/features/profiles/profile";
import type { DeckCard } from "./components/deck-card-face";

/** A draft's card as others would see it, without what depends on the viewer. */
export function previewOf(
  draftId: string,
  userType: UserType,
  answers: ProfileAnswers,
  { byId }: Catalog,
): DeckCard {
  const services = userType === "creator" ? rolesNeededOf(answers) : answers.servicesOffered;
  const card = {
    key: draftId,
    personId: draftId,
    name: answers.name || "Your name",
    avatarUrl: null,
    role: userType,
    location: answers.location,
    bio: answers.bio,
    availability: answers.availability || "available",
    priceRange: answers.priceRange,
    services: namesOf(services, byId.services),
    tools: namesOf(answers.tools, byId.tools),
    likesYou: false,
    hasPriority: false,
    match: null,
    cover: coverViewOf(draftId, answers.visualStyle, undefined),
    samples: [],
  };
  return card;
}
