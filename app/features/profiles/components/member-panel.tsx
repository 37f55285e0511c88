import type { Actor } from "~/features/accounts/actor";
import { isApproved } from "~/features/visibility/standing";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Badge, ButtonLink, Card, Link, SubmitButton } from "~/ui/parts";
import type { Completeness } from "../completeness";
import type { Rejection } from "../review-reasons";
import { reviewTakes } from "../review-words";

export interface MemberState {
  userType: Actor["userType"];
  status: Actor["contributorStatus"];
  /** For a rejected contributor; null if it couldn't be read. */
  rejection: Rejection | null;
  /** Null if it couldn't be read. */
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

/** Shows the first missing item; the profile lists the others. */
function NextStep({ completeness }: { completeness: Completeness | null }) {
  if (!completeness) return <p>A complete profile gets better matches.</p>;
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
      <p>
        Tell us whether you're hiring or offering services, and what you're looking for. It takes a few
        minutes.
      </p>
      <ButtonLink to={paths.onboarding()}>Build my profile</ButtonLink>
    </Card>
  );
}

function PendingPanel({ completeness }: Pick<MemberState, "completeness">) {
  return (
    <Card title="Your profile is under review">
      <p>
        <Badge tone="warning">Pending</Badge> {reviewTakes} We'll let you know here, and by email if your
        address is confirmed.
      </p>
      <p>
        Until then, you won't appear in Discover or search. You can still finish your profile and reply to
        messages.
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
    <Card title={asksChanges ? "Your profile needs a few changes" : "Your profile wasn't approved"}>
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
              {asksChanges ? "Changes requested" : "Not approved"}
            </Badge>{" "}
            {rejection.reason ? "Here's why:" : "No reason was given."}
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
