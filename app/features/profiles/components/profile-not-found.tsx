import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";

/** What stands where no profile is, or none that this person may know of. `signInTo` is where a guest may come back to. */
export function ProfileNotFound({ reference, signInTo }: { reference?: string; signInTo?: string }) {
  return (
    <div className="message-page">
      <h1>Profile not found</h1>
      <p className="muted">We couldn't find this profile.</p>
      <div className="row">
        <ButtonLink to={paths.discover()}>Discover people</ButtonLink>
        {signInTo && (
          <ButtonLink kind="secondary" to={paths.login({ redirectTo: signInTo })}>
            Sign In
          </ButtonLink>
        )}
      </div>
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}
