import { Cover } from "~/features/portfolio/components/cover";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ChipList } from "~/ui/chip-list";
import { Link } from "~/ui/parts";
import type { ListedPerson } from "../listing.server";

/** In addition to the first, which is under the name. */
const mostServices = 3;

/** Cover first, then the person and their services. The whole card opens the profile. */
export function PersonCard({ person, isFirst }: { person: ListedPerson; isFirst: boolean }) {
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
          label={`Other services of ${name}`}
          names={[...services.slice(0, mostServices), ...(more > 0 ? [`+${more} more`] : [])]}
        />
      )}
      {person.bio && <p className="hint">{person.bio}</p>}
    </li>
  );
}
