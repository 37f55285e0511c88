import { paths } from "~/paths";
import { ButtonLink } from "~/ui/parts";

export const confirmFirst =
  "Confirm your email address first. You can add a new way to sign in once we know it's yours.";

/** Shown instead of the forms that add a way to sign in, until the address is confirmed. */
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
