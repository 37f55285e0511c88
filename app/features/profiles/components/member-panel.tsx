import type { Actor } from "~/features/accounts/actor";
import { isApproved } from "~/features/visibility/standing";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Badge, ButtonLink, Card, Link, SubmitButton } from "~/ui/parts";
import type { Completeness } from "../completeness";
import type { Rejection } from "../review-reasons";

export interface MemberState {
  userType: Actor["userType"];
  status: Actor["contributorStatus"];
  /** For a rejected contributor; null if unreadable. */
  rejection: Rejection | null;
  /** Null if unreadable. */
  completeness: Completeness | null;
}

/** Only creators and approved contributors get the full version. */
export function MemberPanel({ state }: { state: MemberState }) {
  if (!state.userType) return <NewcomerPanel />;
  if (state.status === "pending") return <PendingPanel completeness={state.completeness} />;
  if (state.status === "rejected") return <RejectedPanel rejection={state.rejection} />;
  return (
    <Card title="Your next step">
      {isApproved(state.status) && (
        <p>
          <Badge tone="positive">Approved</Badge> Creators can find you.
        </p>
      )}
      <NextStep completeness={state.completeness} />
      <div className="row">
        <ButtonLink kind="secondary" to={paths.matches()}>
          View Matches
        </ButtonLink>
        <UpdateProfile />
      </div>
    </Card>
  );
}

/** The first missing item; the profile lists the others. */
function NextStep({ completeness }: { completeness: Completeness | null }) {
  if (!completeness) return <p>A full profile makes better matches.</p>;
  const { percent, missing } = completeness;
  const [next] = missing;
  return (
    <>
      <label className="usage">
        <span>Your profile is {percent}% complete.</span>{" "}
        <progress className="tone-positive" max={100} value={percent} />
      </label>
      {next && <ButtonLink to={next.to}>{next.label}</ButtonLink>}
    </>
  );
}

function UpdateProfile() {
  return (
    <ButtonLink kind="secondary" to={paths.editProfile()}>
      Update My Profile
    </ButtonLink>
  );
}

function NewcomerPanel() {
  return (
    <Card title="Set up your profile">
      <p>Tell us whether you hire or offer services, and what you are looking for. It takes a few minutes.</p>
      <ButtonLink to={paths.onboarding()}>Build my profile</ButtonLink>
    </Card>
  );
}

function PendingPanel({ completeness }: Pick<MemberState, "completeness">) {
  return (
    <Card title="Your profile is under review">
      <p>
        <Badge tone="warning">Pending</Badge> Approval usually takes 1-2 business days, and we email you when
        it is done.
      </p>
      <p>
        Until then you do not appear in Discover or search. You can complete your profile and answer messages.
      </p>
      <NextStep completeness={completeness} />
      <div className="row">
        <UpdateProfile />
      </div>
    </Card>
  );
}

function RejectedPanel({ rejection }: { rejection: Rejection | null }) {
  const asksChanges = rejection?.asksChanges === true;
  return (
    <Card title={asksChanges ? "Please change your profile" : "Your profile was not approved"}>
      {!rejection ? (
        <>
          <p role="alert">Failed to check your contributor status</p>
          <ButtonLink kind="secondary" to={paths.dashboard()}>
            Try Again
          </ButtonLink>
        </>
      ) : (
        <>
          <p>
            <Badge tone={asksChanges ? "warning" : "negative"}>
              {asksChanges ? "Changes asked" : "Rejected"}
            </Badge>{" "}
            {rejection.reason ? "This is the reason we were given:" : "No reason was given."}
          </p>
          {rejection.reason && <blockquote className="notice mail-text">{rejection.reason}</blockquote>}
        </>
      )}
      <p>
        <Link to={paths.editProfile()}>Update your profile</Link> first, then submit it again.
      </p>
      <Form>
        <SubmitButton name="intent" value="resubmit" pending="Submitting...">
          Submit again
        </SubmitButton>
      </Form>
    </Card>
  );
}
