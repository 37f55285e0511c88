import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/features/content/page-meta";
import { ProseText } from "~/features/content/page-parts";
import { pageText } from "~/features/content/pages.server";
import { allowAnyone } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/content-page.css?url";
import { CompareTable } from "~/ui/compare-table";
import { Badge, ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Features | Matchcut",
    description: args.data?.description ?? "",
    path: paths.features(),
  });

export async function loader(args: LoaderFunctionArgs) {
  await allowAnyone(args);
  return pageText("features");
}

const columns = [null, 0, 1] as const;
type Column = (typeof columns)[number];

export default function Features() {
  const { title, lead, points, comparison, body } = useLoaderData<typeof loader>();
  return (
    <div className="sections">
      <section className="stack">
        <h1>{title}</h1>
        <p className="text-lg">{lead}</p>
        <div className="row">
          <ButtonLink to={paths.onboarding()}>Start for Free</ButtonLink>
          <ButtonLink to={paths.pricing()} kind="secondary">
            See Pricing
          </ButtonLink>
        </div>
      </section>
      <section className="stack">
        <h2>What you can do</h2>
        <ul className="cards">
          {points.map((point) => (
            <li key={point.title}>
              <h3>
                {point.title} {point.planned && <Badge tone="info">Planned</Badge>}
              </h3>
              <p className="muted">{point.text}</p>
            </li>
          ))}
        </ul>
      </section>
      {comparison && (
        <section className="stack">
          <h2>How Matchcut compares</h2>
          <CompareTable
            items={columns}
            keyOf={String}
            headOf={(other) => (other === null ? "Matchcut" : comparison.others[other])}
            rows={comparison.rows.map((row) => [
              row.what,
              (other: Column) =>
                other === null ? (
                  <a href={row.to} className="claim">
                    {row.ours}
                  </a>
                ) : (
                  row.others[other]
                ),
            ])}
          />
          <ProseText nodes={body} />
        </section>
      )}
    </div>
  );
}
