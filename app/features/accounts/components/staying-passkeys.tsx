import { paths } from "~/paths";
import { Link } from "~/ui/parts";

/** The passkeys that still open the account after the password has changed. */
export function StayingPasskeys({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      These passkeys still sign you in without a password: <strong>{names.join(", ")}</strong>. After you
      change your password, remove any you don't recognize under{" "}
      <Link to={paths.secondFactor()}>Two-step verification</Link>.
    </p>
  );
}
