import type { At, Thing } from "./page-meta";

/** The company behind the site. */
export function organization(at: At): Thing {
  return {
    "@type": "Organization",
    name: "Matchcut",
    url: at("/"),
    logo: at("/icon-512.png"),
    description: "Matchcut connects content creators with vetted editors, designers and writers.",
  };
}

/** `text` has no markup. */
export function faqPage(answers: readonly { question: string; text: string }[]): Thing {
  return {
    "@type": "FAQPage",
    mainEntity: answers.map(({ question, text }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text },
    })),
  };
}

export interface PostFacts {
  title: string;
  description: string;
  path: string;
  /** The path of the preview picture. */
  picturePath: string;
  /** As yyyy-MM-dd. */
  published: string;
  changed?: string;
  author: { name: string; path?: string };
}

export function blogPosting(at: At, post: PostFacts): Thing {
  const { name, path } = post.author;
  return {
    "@type": "BlogPosting",
    headline: post.title,
    description: post.description,
    image: at(post.picturePath),
    datePublished: post.published,
    dateModified: post.changed ?? post.published,
    author: { "@type": "Person", name, ...(path && { url: at(path) }) },
    publisher: organization(at),
    mainEntityOfPage: at(post.path),
  };
}

export interface JobFacts {
  title: string;
  /** The job's whole text, as plain text or HTML. */
  description: string;
  path: string;
  /** As yyyy-MM-dd. */
  posted: string;
  validThrough?: string;
  employment: "FULL_TIME" | "PART_TIME" | "CONTRACTOR" | "INTERN";
  /** Null if people can work from anywhere in the U.S. */
  place: { city: string; region: string } | null;
}

export function jobPosting(at: At, job: JobFacts): Thing {
  const country = { "@type": "Country", name: "US" };
  return {
    "@type": "JobPosting",
    title: job.title,
    description: job.description,
    url: at(job.path),
    datePosted: job.posted,
    ...(job.validThrough && { validThrough: job.validThrough }),
    employmentType: job.employment,
    hiringOrganization: { "@type": "Organization", name: "Matchcut", sameAs: at("/") },
    ...(job.place
      ? {
          jobLocation: {
            "@type": "Place",
            address: {
              "@type": "PostalAddress",
              addressLocality: job.place.city,
              addressRegion: job.place.region,
              addressCountry: "US",
            },
          },
        }
      : { jobLocationType: "TELECOMMUTE", applicantLocationRequirements: country }),
  };
}
