import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { feedLink } from "~/features/content/atom-feed";
import { pageMeta, postPicture } from "~/features/content/page-meta";
import { PostByline, PostPicture, ProseText } from "~/features/content/page-parts";
import { findPost } from "~/features/content/pages.server";
import { blogPosting } from "~/features/content/structured-data";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { CutStyles } from "~/shell/page";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { BackLink } from "~/ui/back-link";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) => {
  const post = args.data?.article?.post;
  if (!post) return [{ title: "Post Not Found · Matchcut" }, { name: "robots", content: "noindex" }];
  const { id, title, description } = post;
  return [
    ...pageMeta(args, {
      title: `${title} · Matchcut`,
      description,
      path: sitePaths.blogPost(id),
      kind: "article",
      picture: { path: postPicture(id), alt: title },
      things: (at) => [blogPosting(at, post)],
    }),
    feedLink,
  ];
};

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const article = findPost(args.params.post);
  return data({ article }, article ? 200 : 404);
}

export default function BlogPost() {
  const { article } = useLoaderData<typeof loader>();
  const back = <BackLink to={paths.blog()}>Back to the blog</BackLink>;
  if (!article)
    return (
      <div className="message-page cut-page">
        <CutStyles />
        <h1>Post Not Found</h1>
        <p className="muted">The requested blog post could not be found.</p>
        {back}
      </div>
    );
  const { post, body, related } = article;
  return (
    <div className="sections">
      <article className="stack post">
        {back}
        <header>
          <p className="hint">{post.category}</p>
          <h1>{post.title}</h1>
          <PostByline post={post} />
        </header>
        <div className="post-picture">
          <PostPicture id={post.id} isLarge />
        </div>
        <ProseText nodes={body} />
      </article>
      <section className="stack">
        <h2>Read next</h2>
        <ul className="posts">
          {related.map((other) => (
            <li key={other.id}>
              <PostPicture id={other.id} />
              <div>
                <h3>
                  <a href={sitePaths.blogPost(other.id)}>{other.title}</a>
                </h3>
                <p className="muted">{other.description}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
