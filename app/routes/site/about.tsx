import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Still } from "~/features/catalog/components/stills";
import { pageMeta } from "~/features/content/page-meta";
import { Points, ProseText, TeamFace } from "~/features/content/page-parts";
import { pageText, team } from "~/features/content/pages.server";
import { chaptersOf } from "~/features/content/prose";
import { organization } from "~/features/content/structured-data";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import styles from "~/styles/content-page.css?url";
import { ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "About · Matchcut",
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
  const [start, ...chapters] = chaptersOf(page.body);
  return (
    <div className="sections">
      <section className="stack">
        <h1 className="muted text-base">{page.title}</h1>
        <p className="poster head">{page.lead}</p>
        <figure className="cut-view">
          <div className="halves film">
            <div className="frame half a">
              <Still name="valley-summer-1440" small="valley-summer-720" width={1440} height={640} isFirst />
            </div>
            <div className="frame half b">
              <Still name="valley-winter-1440" small="valley-winter-720" width={1440} height={640} isFirst />
            </div>
          </div>
          <figcaption>
            <span>A valley in July</span> <span>The same valley in January</span>
          </figcaption>
        </figure>
      </section>
      <section className="twin twin-even">
        <ProseText nodes={start?.body ?? []} />
        <div>
          <h2 className="visually-hidden">What we stand for</h2>
          <Points points={page.points} isColumn />
        </div>
      </section>
      {chapters.map(({ title, id, body }, index) => (
        <section key={title} id={id} className={index === 0 ? "big-band band film" : "stack"}>
          <h2>{title}</h2>
          <ProseText nodes={body} />
        </section>
      ))}
      <section className="stack">
        <h2>The team</h2>
        <p className="muted">This is a sample team. The names, addresses and numbers are made up.</p>
        <ul className="team">
          {team.map(({ id, name, role }) => (
            <li key={id}>
              <TeamFace id={id} name={name} />
              <h3>
                <a href={sitePaths.teamMember(id)}>{name}</a>
              </h3>
              <p className="muted">{role}</p>
            </li>
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
