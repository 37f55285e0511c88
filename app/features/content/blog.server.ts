import type { ContentFile } from "./content.schema";
import { findTeamMember } from "./team.server";

/** What a list shows of a post. */
export interface PostSummary extends Omit<ContentFile<"blog">, "body" | "featured"> {
  authorName: string;
}

const files = Object.values(
  import.meta.glob<ContentFile<"blog">>("/content/blog/*.md", { eager: true, import: "default" }),
).sort((one, other) => other.date.localeCompare(one.date) || one.id.localeCompare(other.id));

/** Newest first. */
export const posts: readonly PostSummary[] = files.map(({ body: _, featured: __, ...post }) => ({
  ...post,
  authorName: findTeamMember(post.author)?.name ?? post.author,
}));

/** The newest that is featured, else the newest. */
export const featuredPost =
  posts.find(({ id }) => files.find((file) => file.id === id)?.featured) ?? posts[0];

/** With its text, and two more of its category. Null if there is none. */
export function findPost(id: string | undefined) {
  const post = posts.find((one) => one.id === id);
  const file = files.find((one) => one.id === id);
  if (!post || !file) return null;
  const related = posts.filter((one) => one.category === post.category && one.id !== id).slice(0, 2);
  return { post, body: file.body, related };
}
