import { Fragment, type ReactNode } from "react";
import { type Service, serviceGroups } from "~/features/catalog/catalog";
import { Cover } from "~/features/portfolio/components/cover";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { sitePaths } from "~/site-paths";
import { Avatar } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
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
import type { ListedPerson, DirectoryPage as Page } from "../listing.server";

export interface DirectoryView extends Page {
  /** Null for all. */
  service: Service | null;
  services: readonly Service[];
  sort: DirectorySort;
  isFirstPage: boolean;
  isGuest: boolean;
}

/** Only uses links, because the choice is in the URL. `saving` says how to be notified of new people. */
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
          ? `Browse the work of vetted ${peopleWithin(service.name)}. Message one or save a few.`
          : "Browse the work of vetted editors, designers and writers."}
      </p>
      <ServiceChoice services={services} current={service} />
      <Tabs
        label="Sort by"
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

/** In addition to the first, which is below the name. */
const mostServices = 3;

/** Cover first, then the person and their services. The whole card opens the profile. */
function PersonCard({ person, isFirst }: { person: ListedPerson; isFirst: boolean }) {
  const { name, location } = person;
  const [role, ...services] = person.services;
  const terms = [availabilityLabels[person.availability as Availability], person.priceRange].filter(Boolean);
  const more = services.length - mostServices;
  return (
    <li className="card person-card">
      <Cover cover={person.cover} sizes="(min-width: 40rem) 20rem, 92vw" isFirst={isFirst} />
      <div className="person-head">
        <Avatar name={name} src={person.avatarUrl} size="medium" />
        <h2>
          <Link to={paths.profile(person.personId)}>{name}</Link>
        </h2>
      </div>
      <p className="muted">{[role, location].filter(Boolean).join(" · ")}</p>
      <p>{terms.join(" · ")}</p>
      {services.length > 0 && (
        <ChipList
          label={`Other services ${name} offers`}
          names={[...services.slice(0, mostServices), ...(more > 0 ? [`+${more} more`] : [])]}
        />
      )}
      {person.bio && <p className="hint">{person.bio}</p>}
    </li>
  );
}
