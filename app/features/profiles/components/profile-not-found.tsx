import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";

/** Missing or hidden. `signInTo` is where a guest returns after signing in. */
export function ProfileNotFound({ reference, signInTo }: { reference?: string; signInTo?: string }) {
  return (
    <div className="message-page cut-page">
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
