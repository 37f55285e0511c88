import { paths } from "~/paths";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { clearLocalDrafts } from "~/ui/local-storage";
import { completenessOf } from "../completeness";
import type { ProfileView } from "../viewing.server";

/** What the owner sees in place of others' actions: what is missing, and where the account's pages are. */
export function OwnPanel({ profile }: { profile: ProfileView }) {
  const { percent, missing } = completenessOf(profile);
  return (
    <div className="stack profile-actions">
      {missing.length > 0 && (
        <div className="profile-missing">
          <label className="usage">
            <span>
              <strong>{percent}% complete.</strong> Still missing:
            </span>{" "}
            <progress className="tone-positive" max={100} value={percent} />
          </label>
          <ul>
            {missing.map(({ label, to }) => (
              <li key={label}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ButtonLink to={paths.editProfile()}>Edit Profile</ButtonLink>
      <Form action={paths.logout()} onSubmit={clearLocalDrafts}>
        <input type="hidden" name="from" value="profile" />
        <SubmitButton kind="secondary" pending="Signing out...">
          Sign Out
        </SubmitButton>
      </Form>
      <div className="row justify-between">
        <Link to={paths.analytics()}>Analytics</Link> <Link to={paths.settings()}>Settings</Link>
      </div>
    </div>
  );
}
