import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { feedLink } from "~/features/content/atom-feed";
import { blogCategories, categoryOf, slugOf } from "~/features/content/blog";
import { pageMeta } from "~/features/content/page-meta";
import { PostFacts, PostPicture } from "~/features/content/page-parts";
import { featuredPost, posts } from "~/features/content/pages.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { ButtonLink } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, {
    title: args.data?.category ? `${args.data.category} · Blog · Matchcut` : "Blog · Matchcut",
    description:
      "How to brief, hire and work with editors, designers and writers, and how to get hired. Tips from both sides.",
    path: paths.blog(),
  }),
  feedLink,
];

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  const category = categoryOf(new URL(args.request.url).searchParams.get("category"));
  const featured = category ? null : featuredPost;
  return {
    category,
    featured,
    posts: posts.filter((post) => post !== featured && (!category || post.category === category)),
  };
}

export default function Blog() {
  const { category, featured, posts } = useLoaderData<typeof loader>();
  return (
    <div className="sections">
      <section className="stack">
        <h1>{category ?? "Blog"}</h1>
        <p className="muted">How creators and the crews behind their work get along.</p>
        <Tabs
          label="Categories"
          items={[
            { to: paths.blog(), label: "All posts", current: category === null },
            ...blogCategories.map((name) => ({
              to: paths.blog({ category: slugOf(name) }),
              label: name,
              current: category === name,
            })),
          ]}
        />
        {featured && (
          <article className="post-lead">
            <PostPicture id={featured.id} isLarge />
            <div>
              <h2>
                <a href={sitePaths.blogPost(featured.id)}>{featured.title}</a>
              </h2>
              <p>{featured.description}</p>
              <PostFacts post={featured} />
            </div>
          </article>
        )}
      </section>
      <section className="stack">
        <h2 className={featured ? undefined : "visually-hidden"}>{featured ? "More posts" : "Posts"}</h2>
        <ul className="posts">
          {posts.map((post) => (
            <li key={post.id}>
              <PostPicture id={post.id} />
              <div>
                <h3>
                  <a href={sitePaths.blogPost(post.id)}>{post.title}</a>
                </h3>
                <p className="muted">{post.description}</p>
                <PostFacts post={post} />
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="letter">
        <div>
          <h2>Get new posts</h2>
          <p className="muted">By email when there's a new one, or in your feed reader.</p>
        </div>
        <p className="row">
          <ButtonLink to={paths.newsletter()} kind="secondary">
            Newsletter
          </ButtonLink>
          <a href={sitePaths.blogFeed()}>Feed</a>
        </p>
      </section>
    </div>
  );
}
