import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/features/content/page-meta";
import { ProseText } from "~/features/content/page-parts";
import { pageText, team } from "~/features/content/pages.server";
import { organization } from "~/features/content/structured-data";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { Avatar } from "~/ui/avatar";
import { ButtonLink, Card } from "~/ui/parts";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "About | Matchcut",
    description: args.data?.page.description ?? "",
    path: paths.about(),
    things: (at) => [organization(at)],
  });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return { page: pageText("about"), team: team.map(({ id, name, role }) => ({ id, name, role })) };
}

export default function About() {
  const { page, team } = useLoaderData<typeof loader>();
  return (
    <div className="sections">
      <section className="stack">
        <h1>{page.title}</h1>
        <p className="text-lg">{page.lead}</p>
        <ProseText nodes={page.body} />
      </section>
      <section className="stack">
        <h2>What we stand by</h2>
        <ul className="cards">
          {page.points.map((point) => (
            <li key={point.title}>
              <h3>{point.title}</h3>
              <p className="muted">{point.text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="stack">
        <h2>The team</h2>
        <p className="muted">This is a sample team. The names, addresses and numbers are made up.</p>
        <ul className="cards">
          {team.map(({ id, name, role }) => (
            <Card as="li" key={id} className="team-card">
              <Avatar name={name} size="medium" />
              <div>
                <h3 className="text-lg">
                  <a href={sitePaths.teamMember(id)}>{name}</a>
                </h3>
                <p className="muted">{role}</p>
              </div>
            </Card>
          ))}
        </ul>
      </section>
      <section className="stack">
        <h2>Work with us</h2>
        <p>Every job post says what you'd do in your first six months.</p>
        <ButtonLink to={paths.careers()} kind="secondary">
          See open jobs
        </ButtonLink>
      </section>
    </div>
  );
}
