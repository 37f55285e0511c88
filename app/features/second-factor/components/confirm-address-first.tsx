import { paths } from "~/paths";
import { ButtonLink } from "~/ui/parts";

export const confirmFirst =
  "Confirm your email address first. You can add a new way to sign in once we know it's yours.";

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
