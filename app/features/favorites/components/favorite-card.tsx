import { MatchBadge } from "~/features/discovery/components/match-badge";
import { ShortList } from "~/features/discovery/components/short-list";
import { type Availability, availabilityLabels } from "~/features/profiles/profile";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Form } from "~/ui/form";
import { ButtonLink, Card, Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { FavoriteView } from "../listing.server";

/** `back` is the list's URL, where a removal can be undone. */
export function FavoriteCard({
  favorite,
  lists,
  back,
  canCompare,
}: {
  favorite: FavoriteView;
  lists: readonly { id: string; name: string }[];
  back: string;
  canCompare: boolean;
}) {
  const { contributorId, name, note } = favorite;
  const inLists = lists.filter(({ id }) => favorite.listIds.includes(id)).map((list) => list.name);
  return (
    <Card as="li">
      <div className="row">
        <Avatar name={name} src={favorite.avatarUrl} size="medium" />
        <div>
          <h2 className="text-lg">
            <Link to={paths.profile(contributorId)}>{name}</Link>
          </h2>
          <p className="muted">
            {favorite.location && `${favorite.location} · `}Saved <Time at={favorite.savedAt} as="inText" />
          </p>
        </div>
      </div>
      {favorite.match && <MatchBadge match={favorite.match} />}
      <p className="muted">
        {[availabilityLabels[favorite.availability as Availability], favorite.priceRange]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <dl className="facts">
        <ShortList label="Services" items={favorite.services} />
        <ShortList label="Lists" items={inLists} />
      </dl>
      {note && (
        <p className="muted">
          Your note: <span className="whitespace-pre-line">{note}</span>
        </p>
      )}
      <div className="row">
        <ButtonLink to={paths.newMessage({ to: contributorId })} kind="secondary" small>
          Message<span className="visually-hidden"> {name}</span>
        </ButtonLink>
        <ButtonLink to={paths.invite(contributorId)} kind="secondary" small>
          Invite<span className="visually-hidden"> {name} to a project</span>
        </ButtonLink>
        <Link to={paths.favorite(contributorId)}>
          Note and lists<span className="visually-hidden"> for {name}</span>
        </Link>{" "}
        <Form action={paths.saveContributor(contributorId)} preventScrollReset>
          <input type="hidden" name="from" value={back} />
          <SubmitButton kind="quiet" small name="intent" value="remove" pending="Removing...">
            Remove<span className="visually-hidden"> {name}</span>
          </SubmitButton>
        </Form>
        {canCompare && (
          <label className="check">
            <input type="checkbox" form="compare" name="with" value={contributorId} />
            Compare<span className="visually-hidden"> {name}</span>
          </label>
        )}
      </div>
    </Card>
  );
}
