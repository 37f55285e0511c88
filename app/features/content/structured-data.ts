import { sitePaths } from "~/site-paths";
import type { ContentFile } from "./content.schema";
import { type At, postPicture, type Thing } from "./page-meta";
import type { PostSummary } from "./pages.server";
import { textOf } from "./prose";

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

export function blogPosting(at: At, post: Omit<PostSummary, "category" | "words">): Thing {
  return {
    "@type": "BlogPosting",
    headline: post.title,
    description: post.description,
    image: at(postPicture(post.id)),
    datePublished: post.date,
    dateModified: post.date,
    author: { "@type": "Person", name: post.authorName, url: at(sitePaths.teamMember(post.author)) },
    publisher: organization(at),
    mainEntityOfPage: at(sitePaths.blogPost(post.id)),
  };
}

/** Our jobs are remote, for people anywhere in the U.S. */
export function jobPosting(
  at: At,
  job: Pick<ContentFile<"careers">, "id" | "title" | "posted" | "employment" | "body">,
): Thing {
  return {
    "@type": "JobPosting",
    title: job.title,
    description: textOf(job.body),
    url: at(sitePaths.job(job.id)),
    datePosted: job.posted,
    employmentType: job.employment === "Full-time" ? "FULL_TIME" : "PART_TIME",
    hiringOrganization: { "@type": "Organization", name: "Matchcut", sameAs: at("/") },
    jobLocationType: "TELECOMMUTE",
    applicantLocationRequirements: { "@type": "Country", name: "US" },
  };
}
