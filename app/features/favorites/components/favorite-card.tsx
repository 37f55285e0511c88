import { leadFrames } from "~/features/discovery/components/lead-frames";
import { PersonCard, ShortList } from "~/features/discovery/components/person";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { userTypeLabels } from "~/features/profiles/user-type";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { ButtonLink, Link, SubmitButton } from "~/ui/parts";
import type { ListedFavorite } from "../listing.server";

interface FavoriteCardProps {
  favorite: ListedFavorite;
  lists: readonly { id: string; name: string }[];
  /** The list's URL, which the viewer returns to. */
  here: string;
  /** The list's URL, which offers to undo a removal. */
  back: string;
  isTicked: boolean;
  /** No more people can be selected for a comparison. */
  isFull: boolean;
  isFirst: boolean;
}

export function FavoriteCard({ favorite, lists, here, back, isTicked, isFull, isFirst }: FavoriteCardProps) {
  const { contributorId, name, note, service, location, work } = favorite;
  const inLists = lists.filter(({ id }) => favorite.listIds.includes(id)).map((list) => list.name);
  const terms = [favorite.priceRange, availabilityLabels[favorite.availability as Availability]];
  return (
    <PersonCard
      person={{ ...favorite, personId: contributorId }}
      about={[service, location]}
      percent={favorite.percent}
      frames={leadFrames({ role: "contributor", work, brief: null }, here)}
      words={{ title: service ?? userTypeLabels.contributor }}
      isFirst={isFirst}
      actions={
        <>
          <ButtonLink to={paths.newMessage({ to: contributorId })} kind="secondary" small>
            Message<span className="visually-hidden"> {name}</span>
          </ButtonLink>
          <span className="chips">
            <label>
              <input
                type="checkbox"
                form="compare"
                name="with"
                value={contributorId}
                defaultChecked={isTicked}
                disabled={isFull && !isTicked}
              />
              Compare<span className="visually-hidden"> {name}</span>
            </label>
          </span>{" "}
        </>
      }
      menu={
        <>
          <Link to={paths.profile(contributorId)}>
            View Profile<span className="visually-hidden"> of {name}</span>
          </Link>{" "}
          <Link to={paths.favorite(contributorId)}>
            Note and lists<span className="visually-hidden"> for {name}</span>
          </Link>{" "}
          <Link to={paths.invite(contributorId)}>
            Invite to a project<span className="visually-hidden">: {name}</span>
          </Link>{" "}
          <Form action={paths.saveContributor(contributorId)} preventScrollReset>
            <input type="hidden" name="from" value={back} />
            <SubmitButton kind="quiet" small name="intent" value="remove" pending="Removing...">
              Remove<span className="visually-hidden"> {name}</span>
            </SubmitButton>
          </Form>
        </>
      }
    >
      <p>{terms.filter(Boolean).join(" · ")}</p>
      {inLists.length > 0 && (
        <dl className="person-facts">
          <ShortList label="Lists" items={inLists} />
        </dl>
      )}
      {note && (
        <p>
          Your note: <span className="whitespace-pre-line">{note}</span>
        </p>
      )}
    </PersonCard>
  );
}
