import { Fragment, type ReactNode } from "react";
import { type Service, serviceGroups } from "~/features/catalog/catalog";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { ButtonLink, EmptyState, Link, Pager } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import {
  type DirectorySort,
  directorySortLabels,
  directorySorts,
  peopleOf,
  peopleWithin,
  slugOf,
} from "../directory";
import type { DirectoryPage as Page } from "../listing.server";
import { PersonCard } from "./person-card";

export interface DirectoryView extends Page {
  /** Null for all. */
  service: Service | null;
  services: readonly Service[];
  sort: DirectorySort;
  isFirstPage: boolean;
  isGuest: boolean;
}

/** Uses links only: the choice is in the URL. `saving`: how to be notified of new people. */
export function DirectoryPage({
  people,
  next,
  service,
  services,
  sort,
  isFirstPage,
  isGuest,
  saving,
}: DirectoryView & { saving: ReactNode }) {
  const address = (query: { sort?: "new"; after?: string } = {}) =>
    service ? sitePaths.contributorsOf(slugOf(service.name), query) : paths.contributors(query);
  const sorted = (to: DirectorySort) => (to === "new" ? ({ sort: to } as const) : {});
  return (
    <div className="directory stack">
      <h1>{service ? peopleOf(service.name) : "Contributors"}</h1>
      <p className="text-lg">
        {service
          ? `Vetted ${peopleWithin(service.name)}, shown by their work. Message one, or save a few.`
          : "Vetted editors, designers and writers, shown by their work."}
      </p>
      <ServiceChoice services={services} current={service} />
      <Tabs
        label="Order"
        items={directorySorts.map((one) => ({
          to: address(sorted(one)),
          label: directorySortLabels[one],
          current: one === sort,
        }))}
      />
      {saving}
      {people.length > 0 ? (
        <ul className="people">
          {people.map((person, index) => (
            <PersonCard key={person.personId} person={person} isFirst={index === 0} />
          ))}
        </ul>
      ) : (
        <EmptyPage service={service} isFirstPage={isFirstPage && !next} all={address()} />
      )}
      <Pager
        label="Contributors"
        first={isFirstPage ? undefined : address(sorted(sort))}
        next={next ? address({ ...sorted(sort), after: next }) : undefined}
      />
      {isGuest ? (
        <section className="card">
          <h2>Let us find who fits</h2>
          <p>
            Say what you make and need, and see everybody here by how well they match. It takes four short
            steps.
          </p>
          <ButtonLink to={paths.onboarding()}>Get Started</ButtonLink>
        </section>
      ) : (
        <p className="muted">
          Looking for a style, a tool or a price?{" "}
          <Link to={paths.discover({ filters: "open" })}>Filter in Discover</Link>
        </p>
      )}
    </div>
  );
}

/** The only filter. On a phone, the list is collapsed. */
function ServiceChoice({ services, current }: { services: readonly Service[]; current: Service | null }) {
  return (
    <details className="service-choice">
      <summary className="btn btn-secondary">
        {current ? `Service: ${current.name}` : "Choose a service"}
      </summary>{" "}
      <nav aria-label="Services" className="service-groups">
        {current && <Link to={paths.contributors()}>All contributors</Link>}{" "}
        {serviceGroups.map((group) => (
          <Fragment key={group}>
            <p className="font-bold">{group}</p>
            <ul>
              {services
                .filter(({ category }) => category === group)
                .map(({ id, name }) => (
                  <li key={id}>
                    <Link
                      to={sitePaths.contributorsOf(slugOf(name))}
                      aria-current={id === current?.id ? "page" : undefined}
                    >
                      {peopleOf(name)}
                    </Link>{" "}
                  </li>
                ))}
            </ul>
          </Fragment>
        ))}
      </nav>
    </details>
  );
}

function EmptyPage({
  service,
  isFirstPage,
  all,
}: {
  service: Service | null;
  isFirstPage: boolean;
  all: string;
}) {
  if (!isFirstPage)
    return (
      <EmptyState
        title="Nobody on this page"
        action={
          <ButtonLink to={all} kind="secondary">
            Back to the first page
          </ButtonLink>
        }
      />
    );
  return (
    <EmptyState
      title={service ? `No ${peopleWithin(service.name)} yet` : "Nobody here yet"}
      action={
        service && (
          <ButtonLink to={paths.contributors()} kind="secondary">
            See all contributors
          </ButtonLink>
        )
      }
    >
      Contributors appear here once a person has reviewed their profile.
    </EmptyState>
  );
}
