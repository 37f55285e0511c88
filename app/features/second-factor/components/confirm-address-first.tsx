import { paths } from "~/paths";
import { ButtonLink } from "~/ui/parts";

export const confirmFirst =
  "Please confirm your email address first. Until then, a stranger may have signed up with it, and could keep a way in.";

/** Replaces the forms that add a way to sign in. */
export function ConfirmAddressFirst() {
  return (
    <>
      <p>{confirmFirst}</p>
      <div>
        <ButtonLink to={paths.confirmation()}>Confirm your address</ButtonLink>
      </div>
    </>
  );
}
