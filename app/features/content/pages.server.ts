import type { ContentFile } from "./content.schema";

type PageText = ContentFile<"pages">;

const files = import.meta.glob<PageText>("/content/pages/*.md", { eager: true, import: "default" });

/** The text of one of these pages. Throws if its file is missing. */
export function pageText(name: "about" | "careers" | "features"): PageText {
  const file = files[`/content/pages/${name}.md`];
  if (!file) throw new Error(`content/pages/${name}.md is missing`);
  return file;
}

type TeamMember = ContentFile<"team">;

export const team: readonly TeamMember[] = Object.values(
  import.meta.glob<TeamMember>("/content/team/*.md", { eager: true, import: "default" }),
).sort((one, other) => one.order - other.order);

export const findTeamMember = (id: string | undefined) => team.find((member) => member.id === id) ?? null;

/** A post without its text. */
export interface PostSummary extends Omit<ContentFile<"blog">, "body" | "featured"> {
  authorName: string;
}

const postFiles = Object.values(
  import.meta.glob<ContentFile<"blog">>("/content/blog/*.md", { eager: true, import: "default" }),
).sort((one, other) => other.date.localeCompare(one.date) || one.id.localeCompare(other.id));

/** All posts, newest first. */
export const posts: readonly PostSummary[] = postFiles.map(({ body: _, featured: __, ...post }) => ({
  ...post,
  authorName: findTeamMember(post.author)?.name ?? post.author,
}));

/** The newest featured post, or the newest of all. */
export const featuredPost =
  posts.find(({ id }) => postFiles.find((file) => file.id === id)?.featured) ?? posts[0];

/** A post with its text and up to two others of its category. Null if there's no such post. */
export function findPost(id: string | undefined) {
  const post = posts.find((one) => one.id === id);
  const file = postFiles.find((one) => one.id === id);
  if (!post || !file) return null;
  const related = posts.filter((one) => one.category === post.category && one.id !== id).slice(0, 2);
  return { post, body: file.body, related };
}

type Job = ContentFile<"careers">;

export const jobs: readonly Job[] = Object.values(
  import.meta.glob<Job>("/content/careers/*.md", { eager: true, import: "default" }),
).sort((one, other) => one.order - other.order);

export const findJob = (id: string | undefined) => jobs.find((job) => job.id === id) ?? null;

/** Where job applications are sent: `applications` in content/pages/careers.md. */
export const applicationsAddress = addressOf(pageText("careers").applications);

function addressOf(given: string | undefined): string {
  if (!given) throw new Error("content/pages/careers.md doesn't say where applications go");
  return given;
}

type LegalText = ContentFile<"legal">;

const legalFiles = import.meta.glob<LegalText>("/content/legal/*.md", { eager: true, import: "default" });

export const privacyPolicy = textCalled("privacy-policy");
export const termsOfService = textCalled("terms-of-service");

function textCalled(id: string): LegalText {
  const page = legalFiles[`/content/legal/${id}.md`];
  if (!page) throw new Error(`content/legal has no ${id}.md`);
  return page;
}
