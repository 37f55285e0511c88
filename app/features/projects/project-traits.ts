import type { Traits } from "~/features/discovery/score";

/** What a project asks for, to be scored against a contributor with the formula that scores people. */
export function projectTraits(project: {
  serviceIds: readonly number[];
  toolIds: readonly number[];
  styleIds: readonly number[];
  budgetDetails: string;
}): Traits {
  return {
    userType: "creator",
    serviceIds: project.serviceIds,
    styleIds: project.styleIds,
    toolIds: project.toolIds,
    experience: null,
    availability: "available",
    // As much as a listing holds: the amounts stand at the beginning.
    priceRange: project.budgetDetails.slice(0, 200),
  };
}
