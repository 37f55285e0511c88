import { paths } from "~/paths";
import { Link } from "~/ui/parts";

/** Lists the passkeys, which still open the account after the password has changed. */
export function StayingPasskeys({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      Your passkeys stay, and open your account without the password: <strong>{names.join(", ")}</strong>.
      Remove those that you do not know under <Link to={paths.secondFactor()}>Second factor</Link>, once the
      password is changed.
    </p>
  );
}
