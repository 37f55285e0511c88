import type { At, Thing } from "./page-meta";

export interface PersonFacts {
  name: string;
  /** What they do, and about them. */
  role: string;
  description: string;
  path: string;
  picturePath: string;
  services: readonly string[];
  location: string;
  /** Their pages elsewhere. */
  links: readonly string[];
}

/** In a file of its own, because profiles load it with their script. */
export function profilePage(at: At, person: PersonFacts): Thing {
  return {
    "@type": "ProfilePage",
    url: at(person.path),
    mainEntity: {
      "@type": "Person",
      name: person.name,
      jobTitle: person.role,
      description: person.description,
      url: at(person.path),
      image: at(person.picturePath),
      ...(person.services.length > 0 && { knowsAbout: person.services }),
      ...(person.location && { homeLocation: { "@type": "Place", name: person.location } }),
      ...(person.links.length > 0 && { sameAs: person.links }),
    },
  };
}
