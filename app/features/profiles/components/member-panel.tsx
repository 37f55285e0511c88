import type { Actor } from "~/features/accounts/actor";
import { isApproved } from "~/features/visibility/standing";
import { paths } from "~/paths";
import { Badge } from "~/ui/badge";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";

export interface MemberState {
  userType: Actor["userType"];
  status: Actor["contributorStatus"];
  /** For a rejected contributor; null if unreadable. */
  reason: string | null;
}

/** Only creators and approved contributors get the full version. */
export function MemberPanel({ state }: { state: MemberState }) {
  if (!state.userType) return <NewcomerPanel />;
  if (state.status === "pending") return <PendingPanel />;
  if (state.status === "rejected") return <RejectedPanel reason={state.reason} />;
  return (
    <Card title="Your next step">
      {isApproved(state.status) ? (
        <p>
          <Badge tone="positive">Approved</Badge> Creators can find you. A full profile makes better matches.
        </p>
      ) : (
        <p>See who matches what you need. A full profile makes better matches.</p>
      )}
      <div className="row">
        <ButtonLink to={paths.matches()}>View Matches</ButtonLink>
        <UpdateProfile />
      </div>
    </Card>
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

function PendingPanel() {
  return (
    <Card title="Your profile is under review">
      <p>
        <Badge tone="warning">Pending</Badge> Approval usually takes 1-2 business days, and we email you when
        it is done.
      </p>
      <p>
        Until then you do not appear in Discover or search. You can complete your profile and answer messages.
      </p>
      <div className="row">
        <UpdateProfile />
      </div>
    </Card>
  );
}

function RejectedPanel({ reason }: { reason: string | null }) {
  return (
    <Card title="Your profile was not approved">
      {reason === null ? (
        <>
          <p role="alert">Failed to check your contributor status</p>
          <ButtonLink kind="secondary" to={paths.dashboard()}>
            Try Again
          </ButtonLink>
        </>
      ) : (
        <>
          <p>
            <Badge tone="negative">Rejected</Badge>{" "}
            {reason ? "This is the reason we were given:" : "No reason was given."}
          </p>
          {reason && <blockquote className="notice mail-text">{reason}</blockquote>}
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
