import { paths } from "~/paths";
import { Badge, ButtonLink, NextLink } from "~/ui/parts";
import type { Completeness } from "../completeness";

/** What a creator can do next: add the first thing that their profile lacks, edit it, or see their matches. */
export function NextStep({ completeness }: { completeness: Completeness | null }) {
  const [next] = completeness?.missing ?? [];
  return (
    <>
      <Percent completeness={completeness} />
      <div className="actions">
        {next && (
          <ButtonLink kind="secondary" to={next.to}>
            {next.label}
          </ButtonLink>
        )}
        <ButtonLink kind="soft" to={paths.editProfile()}>
          Update My Profile
        </ButtonLink>
        <ButtonLink kind="soft" to={paths.matches()}>
          View Matches
        </ButtonLink>
      </div>
    </>
  );
}

function Percent({ completeness }: { completeness: Completeness | null }) {
  if (!completeness) return <p>A complete profile gets better matches.</p>;
  const { percent } = completeness;
  return (
    <label className="usage">
      <span>Your profile is {percent}% complete.</span>{" "}
      <progress className="bar tone-positive" max={100} value={percent} />
    </label>
  );
}

/** Tells a contributor that they're approved and what to add next. */
export function Approved({ completeness }: { completeness: Completeness | null }) {
  const [next] = completeness?.missing ?? [];
  return (
    <div className="banner">
      <div className="txt">
        <p>
          <Badge tone="positive">Approved</Badge> <b>Creators can find you.</b>
        </p>
        <Percent completeness={completeness} />
        {next && (
          <p>
            <NextLink to={next.to}>{next.label}</NextLink>
          </p>
        )}
      </div>
      <p className="row">
        <ButtonLink kind="secondary" small to={paths.matches()}>
          View Matches
        </ButtonLink>
        <ButtonLink kind="secondary" small to={paths.editProfile()}>
          Update My Profile
        </ButtonLink>
      </p>
    </div>
  );
}
