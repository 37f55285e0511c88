import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { SampleFrame } from "~/features/portfolio/components/sample-frame";
import { isApproved } from "~/features/visibility/standing";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { useList } from "~/ui/case-list";
import { named } from "~/ui/case-page";
import { ChipList } from "~/ui/chip-list";
import { ExternalLink } from "~/ui/external-link";
import { Form } from "~/ui/form";
import { headingFace } from "~/ui/heading-face";
import { Icon } from "~/ui/icon";
import { JumpLink } from "~/ui/jump-link";
import { KeyCap } from "~/ui/keys";
import { Link, SubmitButton } from "~/ui/parts";
import { Time } from "~/ui/time";
import { samplesLookedFor } from "../review-reasons";
import type { VettingView } from "../reviewing.server";
import { Back, RejectForm, ReviewBadge, SentBack, UndoReview } from "./vetting";

/** What an admin looks at to decide: the contributor's work, then who they are and what they wrote. */
export function ReviewWork({ person }: { person: VettingView }) {
  const { contributorId, name, avatarUrl, services, location, bio, joinedAt, samples, earlier } = person;
  const from = adminPaths.reviewContributor(contributorId, useList());
  return (
    <>
      {samples.length > 0 && (
        <ul className="frames film" aria-label={`Work by ${name}`}>
          {samples.map((sample, index) => (
            <li key={sample.id}>
              <SampleFrame
                sample={sample}
                from={from}
                sizes="(min-width: 64rem) 280px, 46vw"
                isFirst={index === 0}
                showsTitle
              />
            </li>
          ))}
        </ul>
      )}
      <div className="row-line">
        <Avatar name={name} src={avatarUrl} size="large" />
        <div>
          <h2 {...named} className={headingFace(name)}>
            <Link to={paths.profile(contributorId)}>{name}</Link>
          </h2>
          <p className="muted">
            {[services[0], location].filter(Boolean).map((fact) => `${fact} · `)}
            joined <Time at={joinedAt} as="inText" />
          </p>
        </div>
      </div>
      {bio && <p className="lead whitespace-pre-line">{bio}</p>}
      {services.length > 0 && <ChipList names={services} label="Services" />}
      {earlier.map((sentBack) => (
        <p key={sentBack.at}>
          <SentBack {...sentBack} />
        </p>
      ))}
    </>
  );
}

function Facts({
  person: { isConfirmed, samples, location, portfolioUrl, name, submittedAt },
}: {
  person: VettingView;
}) {
  const count = samples.length;
  const portfolio = portfolioUrl && (
    <ExternalLink href={portfolioUrl} about={`of ${name}`}>
      Portfolio
    </ExternalLink>
  );
  const samplesWords = count === 0 ? "No samples" : count === 1 ? "1 sample" : `${count} samples`;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <ul className="ticks">
        <Fact isThere={isConfirmed}>{isConfirmed ? "Email confirmed" : "Email not confirmed"}</Fact>
        <Fact isThere={count >= samplesLookedFor}>{samplesWords}</Fact>
        <Fact isThere={location !== ""}>{location ? `Profile says ${location}` : "No location"}</Fact>
        <Fact isThere={portfolioUrl !== null}>{portfolio ?? "No portfolio link"}</Fact>
      </ul>
      <p className="hint">
        Submitted <Time at={submittedAt} as="inText" />
      </p>
    </section>
  );
}

function Fact({ isThere, children }: { isThere: boolean; children: ReactNode }) {
  return (
    <li className={isThere ? undefined : "muted no"}>
      <Icon name={isThere ? "check" : "close"} /> <span>{children}</span>
    </li>
  );
}

/** Names the person the admin just reviewed, with Undo while that's possible. */
export function JustReviewed({ person }: { person: VettingView }) {
  const { name, status } = person;
  return (
    <div className="notice case-undo">
      <p>
        {name} {isApproved(status) ? "approved" : "sent back"}.
      </p>{" "}
      <UndoReview {...person} />
    </div>
  );
}

/**
 * The facts, Approve, and the form that rejects.
 * @param refused the values of a refused form
 */
export function ReviewDecision({
  person,
  refused,
}: {
  person: VettingView;
  refused?: { pick: readonly string[]; reason?: string; back?: string; error?: string[] };
}) {
  const { contributorId, name, status, canUndo } = person;
  const action = adminPaths.reviewContributor(contributorId, useList());
  if (status !== "pending")
    return (
      <>
        <Facts person={person} />
        <p>
          <ReviewBadge status={status} />
        </p>
        {canUndo && <UndoReview {...person} />}
      </>
    );
  return (
    <>
      <Facts person={person} />
      <div className="case-dock">
        <Form action={action}>
          <Back to={refused?.back} />
          <SubmitButton name="decision" value="approve" pending="Approving..." data-key="a">
            Approve<span className="visually-hidden"> {name}</span> <KeyCap of="A" />
          </SubmitButton>
        </Form>
        <JumpLink className="btn btn-secondary case-to" to="decide">
          Reject
        </JumpLink>
      </div>
      <section className="stack" aria-labelledby="reject">
        <h2 id="reject">
          Reject or ask for changes <KeyCap of="R" />
        </h2>
        <RejectForm
          contributorId={contributorId}
          rejection={refused}
          back={refused?.back}
          id="decide"
          className="stack"
          data-key="r"
        />
      </section>
    </>
  );
}
