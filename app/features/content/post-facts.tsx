import { sitePaths } from "~/site-paths";
import { formatPlainDate } from "~/ui/dates";
import { minutesOf } from "./blog";
import type { PostSummary } from "./pages.server";

/** Who wrote it, when, and how long it takes to read. The team is a sample, and the page says so. */
export function PostFacts({ post }: { post: Omit<PostSummary, "title" | "description"> }) {
  return (
    <p className="muted">
      {post.category} · <time dateTime={post.date}>{formatPlainDate(post.date)}</time> ·{" "}
      {minutesOf(post.words)} min read · by <a href={sitePaths.teamMember(post.author)}>{post.authorName}</a>{" "}
      (sample author)
    </p>
  );
}
