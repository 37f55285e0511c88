import { Fragment, type ReactNode } from "react";
import { type Service, serviceGroups } from "~/features/catalog/catalog";
import { leadFrames } from "~/features/discovery/components/lead-frames";
import { PersonCard } from "~/features/discovery/components/person";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { userTypeLabels } from "~/features/profiles/user-type";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { ButtonLink, EmptyState, Link, Pager } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { type DirectorySort, directorySortLabels, peopleOf, peopleWithin, slugOf } from "../directory";
import type { ListedPerson, DirectoryPage as Page } from "../listing.server";

export interface DirectoryView extends Page {
  /** Null for all services. */
  service: Service | null;
  services: readonly Service[];
  sort: DirectorySort;
  isFirstPage: boolean;
  isGuest: boolean;
}

/**
 * A page of the directory. It needs no form: the service and the order are links to other URLs. `saving` offers to
 * notify people of new contributors.
 */
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
  const other = sort === "new" ? "work" : "new";
  return (
    <div className="directory stack">
      <h1>{service ? peopleOf(service.name) : "Contributors"}</h1>
      <div className="directory-lead">
        <p className="muted">
          {service
            ? `Browse work by vetted ${peopleWithin(service.name)}. Message one or save a few.`
            : "Browse work by vetted editors, designers and writers."}
        </p>{" "}
        <Link to={address(sorted(other))}>{directorySortLabels[other]}</Link>
      </div>
      <ServiceChips people={people} current={service} services={services} />
      {people.length > 0 ? (
        <ul className="people">
          {people.map(({ services: [craft], work, bio, availability, priceRange, ...person }, index) => (
            <PersonCard
              key={person.personId}
              person={person}
              about={[craft, person.location]}
              frames={leadFrames({ role: "contributor", work, brief: null }, address(sorted(sort)))}
              words={{ title: craft ?? userTypeLabels.contributor }}
              isFirst={index === 0}
            >
              <p>
                {[availabilityLabels[availability as Availability], priceRange].filter(Boolean).join(" · ")}
              </p>
              {bio && <p className="person-bio">{bio}</p>}
            </PersonCard>
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
      {saving}
      {isGuest ? (
        <section className="part">
          <h2>Find out who fits</h2>
          <p>
            Tell us what you make and who you need, and we'll show you who fits, best match first. It takes
            four short steps.
          </p>
          <ButtonLink to={paths.onboarding()}>Get Started</ButtonLink>
        </section>
      ) : (
        <p className="muted">
          Looking for a style, a tool or a price?{" "}
          <Link to={paths.discover({ filters: "open" })}>Filter in Discover</Link>
        </p>
      )}
      <nav aria-labelledby="services" className="part">
        <h2 id="services">Services</h2>
        <div className="service-groups">
          {serviceGroups.map((group) => (
            <Fragment key={group}>
              <h3>{group}</h3>
              <ul>
                {services
                  .filter(({ category }) => category === group)
                  .map(({ id, name }) => (
                    <li key={id}>
                      <Link
                        to={sitePaths.contributorsOf(slugOf(name))}
                        aria-current={id === service?.id ? "page" : undefined}
                      >
                        {peopleOf(name)}
                      </Link>{" "}
                    </li>
                  ))}
              </ul>
            </Fragment>
          ))}
        </div>
      </nav>
    </div>
  );
}

/** The maximum number of chips besides "all" and the current one. */
const mostChips = 5;

/** Links to the first services of each person on this page. All services are listed at the end of the page. */
function ServiceChips({
  people,
  current,
  services,
}: {
  people: readonly ListedPerson[];
  current: Service | null;
  services: readonly Service[];
}) {
  const offered = new Set(people.flatMap((person) => person.services.slice(0, 2)));
  const near = services.filter(({ id, name }) => offered.has(name) && id !== current?.id);
  const chip = ({ name }: Service, isCurrent = false) => ({
    to: sitePaths.contributorsOf(slugOf(name)),
    label: name,
    current: isCurrent,
  });
  return (
    <Tabs
      asChips
      label="Service"
      items={[
        { to: paths.contributors(), label: "All", current: !current },
        ...(current ? [chip(current, true)] : []),
        ...near
          .slice(0, mostChips)
          .sort((one, other) => one.name.localeCompare(other.name))
          .map((service) => chip(service)),
        { to: "#services", label: "More services", current: false },
      ]}
    />
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
        title="No one on this page"
        action={
          <ButtonLink to={all} kind="secondary">
            Back to the first page
          </ButtonLink>
        }
      />
    );
  return (
    <EmptyState
      title={service ? `No ${peopleWithin(service.name)} yet` : "No one here yet"}
      action={
        service && (
          <ButtonLink to={paths.contributors()} kind="secondary">
            See all contributors
          </ButtonLink>
        )
      }
    >
      Contributors show up here once we've approved their profile.
    </EmptyState>
  );
}
