import { paths } from "~/paths";
import { ButtonLink } from "~/ui/parts";

export const confirmFirst =
  "Please confirm your email address first. Until then, a stranger may have signed up with it, and could keep a way in.";

/** In place of the forms that add a way in. */
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
