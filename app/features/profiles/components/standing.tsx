import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Badge, ButtonLink, Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { Completeness, Missing } from "../completeness";
import { type Rejection, reasonsIn, reviewReasons, samplesLookedFor } from "../review-reasons";
import { reviewTakes } from "../review-words";

export function Newcomer() {
  return (
    <section className="part stack">
      <h2>Set up your profile</h2>
      <p>
        Tell us whether you're hiring or offering services, and what you're looking for. It takes a few
        minutes.
      </p>
      <ButtonLink to={paths.onboarding()}>Build my profile</ButtonLink>
    </section>
  );
}

/** @param samples how many work samples the contributor has */
export function Pending({ completeness, samples }: { completeness: Completeness | null; samples: number }) {
  const more = samplesLookedFor - samples;
  const missing = [
    ...(samples > 0 && more > 0
      ? [
          {
            label: `Add ${more === 1 ? "one more sample" : `${more} more samples`}. We look for at least ${samplesLookedFor}`,
            to: paths.newSample(),
          },
        ]
      : []),
    ...(completeness?.missing ?? []),
  ];
  return (
    <div>
      <p>
        <Badge tone="warning">Pending</Badge>
      </p>
      <h2 className="verdict">Your profile is under review</h2>
      <p>
        {reviewTakes} We'll let you know here, and by email if your address is confirmed. Until then, you
        won't appear in Discover or search. You can still finish your profile and reply to messages.
      </p>
      {completeness && (
        <>
          <h3>While you wait</h3>
          <ul className="ticks todo">
            {completeness.done.map((label) => (
              <li key={label}>
                <Icon name="check" /> <span className="txt">{label}</span>
                <span className="visually-hidden"> (done)</span>
              </li>
            ))}
            {missing.map((item) => (
              <Todo key={item.label} item={item} />
            ))}
          </ul>
        </>
      )}
      <div className="row">
        <ButtonLink to={missing[0]?.to ?? paths.samples()}>
          {samples < samplesLookedFor ? "Add work" : "Your work"}
        </ButtonLink>
        <ButtonLink kind="secondary" to={paths.editProfile()}>
          Update My Profile
        </ButtonLink>
      </div>
    </div>
  );
}

function Todo({ item: { label, to }, children }: { item: Missing; children?: ReactNode }) {
  return (
    <li className="open">
      <Icon name="plus" /> <span className="txt">{children ?? label}</span>{" "}
      <ButtonLink kind="secondary" small to={to}>
        {children ? label : "Add"}
        {!children && <span className="visually-hidden">: {label}</span>}
      </ButtonLink>
    </li>
  );
}

/**
 * Why a contributor was rejected: each reason with a link to fix it, then the reviewer's own words.
 * `rejection` is null if it couldn't be read.
 */
export function NotApproved({ rejection }: { rejection: Rejection | null }) {
  const asksChanges = rejection?.asksChanges === true;
  const { picked, words } = reasonsIn(rejection?.reason ?? "");
  return (
    <div>
      <p>
        <Badge tone={asksChanges ? "warning" : "negative"}>
          {asksChanges ? "Changes requested" : "Not approved"}
        </Badge>
      </p>
      <h2 className="verdict">
        {asksChanges ? "Your profile needs a few changes" : "Your profile wasn't approved"}
      </h2>
      {rejection ? (
        <p>
          {rejection.reason
            ? "Here's what to change before you submit it again:"
            : "No reason was given. Update your profile, then submit it again."}
        </p>
      ) : (
        <p role="alert">
          Failed to check your contributor status. <Link to={paths.dashboard()}>Try Again</Link>
        </p>
      )}
      {picked.length > 0 && (
        <ul className="ticks todo">
          {picked.map((name) => (
            <Todo key={name} item={reviewReasons[name].fix}>
              {reviewReasons[name].text}
            </Todo>
          ))}
        </ul>
      )}
      {words && (
        <figure className="said">
          <blockquote className="mail-text">{words}</blockquote>
          <figcaption className="hint">
            From our review
            {rejection?.reviewedAt && (
              <>
                , <Time at={rejection.reviewedAt} as="date" />
              </>
            )}
          </figcaption>
        </figure>
      )}
      <Form className="row">
        <SubmitButton name="intent" value="resubmit" pending="Submitting...">
          Submit again
        </SubmitButton>
        <ButtonLink kind="secondary" to={paths.editProfile()}>
          Update My Profile
        </ButtonLink>
      </Form>
    </div>
  );
}
