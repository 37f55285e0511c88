import { lastUseWords, type UsageView, usesLeft } from "~/features/plans/plan";
import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { MoreMenu } from "~/ui/more-menu";
import type { ProfileView } from "../viewing.server";

/** What one can do about someone else. `isQuiet` where the page has another main action. */
export function OthersActions({
  profile,
  saved,
  favorites,
  isGuest,
  isQuiet,
}: {
  profile: ProfileView;
  saved?: boolean;
  favorites?: Pick<UsageView, "used" | "limit" | "resets"> | null;
  isGuest?: boolean;
  isQuiet: boolean;
}) {
  const favoritesLeft = favorites && !saved ? usesLeft(favorites) : null;
  return (
    <div className="stack profile-actions">
      {/* A contributor awaiting approval can only be written to from a match. */}
      {(profile.userType !== "contributor" || profile.isPublic) && (
        <ButtonLink
          kind={isQuiet ? "secondary" : "primary"}
          to={
            isGuest ? afterSignUp(paths.newMessage({ to: profile.id })) : paths.newMessage({ to: profile.id })
          }
        >
          <Icon name="message" />
          Message
        </ButtonLink>
      )}
      {isGuest && (
        <ButtonLink kind="secondary" to={afterSignUp(paths.profile(profile.id))}>
          Save to Favorites
        </ButtonLink>
      )}
      {saved !== undefined && favoritesLeft !== 0 && (
        <Form action={paths.saveContributor(profile.id)}>
          <SubmitButton kind="secondary" name="intent" value={saved ? "remove" : "save"} pending="Saving...">
            {saved ? "Remove from Favorites" : "Save to Favorites"}
          </SubmitButton>
        </Form>
      )}
      {favorites && favoritesLeft === 1 && <p className="hint">{lastUseWords("save", favorites.resets)}</p>}
      {favorites && favoritesLeft === 0 && <NoRoom resets={favorites.resets} />}
      <div className="row justify-between">
        {saved !== undefined && <Link to={paths.invite(profile.id)}>Invite to a project</Link>}{" "}
        <MoreMenu label="More" of={profile.name}>
          {!isGuest && <Link to={paths.blockPerson(profile.id)}>Block</Link>}{" "}
          <Link to={paths.reportThing("profile", profile.id)}>
            <Icon name="flag" /> Report
          </Link>
        </MoreMenu>
      </div>
    </div>
  );
}

/** A guest who comes from the directory has no account; the page has a tab for whoever has one. */
const afterSignUp = (redirectTo: string) => paths.login({ tab: "create", redirectTo });

function NoRoom({ resets }: { resets: string }) {
  return (
    <p className="hint">
      Your plan has no more room for favorites. {resets}{" "}
      <Link to={paths.saved()}>See your saved contributors</Link>{" "}
      <Link to={paths.pricing()} reloadDocument>
        See Pricing Options
      </Link>
    </p>
  );
}
