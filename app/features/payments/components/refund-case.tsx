import { adminPaths } from "~/admin-paths";
import { planLabels } from "~/features/plans/plan";
import { Avatar } from "~/ui/avatar";
import { dollars } from "~/ui/money";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import { moneyBackDays } from "../refunds";
import type { RefundView } from "../waiting-refunds.server";
import { promiseWords, RefundParts, RefundStatus } from "./refund-facts";

/**
 * Who asks for a refund, how much they ask for and why; how far into the guarantee they asked; and what they got for
 * their money.
 */
export function RefundCase({ refund, cents }: { refund: RefundView; cents: number }) {
  const { name, email, avatarUrl, joinedAt, reason, plan, paidAt, askedAt, parts, status } = refund;
  const facts = [
    ["Matches", refund.matches],
    ["Messages", refund.messages],
    ["Projects", refund.projects],
    ["Earlier refunds", refund.earlier || "None"],
  ] as const;
  return (
    <>
      <div className="row-line">
        <Avatar name={name} src={avatarUrl} size="medium" />
        <div>
          <p>
            <Link to={adminPaths.person(refund.userId)}>{name}</Link> <span className="muted">{email}</span>
          </p>
          <p className="muted">
            Joined <Time at={joinedAt} as="date" />
          </p>
        </div>
        {status !== "requested" && <RefundStatus status={status} />}
      </div>
      {reason && <blockquote className="lead">“{reason}”</blockquote>}
      <div>
        <p className="big-price">{dollars(cents)}</p>
        {parts.length > 0 ? (
          <RefundParts parts={parts} />
        ) : (
          <p>
            {planLabels[plan]}, paid <Time at={paidAt} as="dateTime" />
          </p>
        )}
        <p className="muted">
          Requested <Time at={askedAt} as="dateTime" />
        </p>
      </div>
      <Guarantee refund={refund} />
      <section aria-labelledby="since">
        <h2 id="since">Since the payment</h2>
        <dl className="case-facts">
          {facts.map(([label, fact]) => (
            <div key={label}>
              <dt>{label}</dt> <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </section>
      {refund.decidedAt && (
        <p className="muted">
          Decided <Time at={refund.decidedAt} as="dateTime" /> by {refund.decidedBy ?? "an admin"}.{" "}
          {refund.note && `Note: ${refund.note}`}
        </p>
      )}
    </>
  );
}

const msInDay = 86_400_000;

/**
 * Which guarantee covers the request. The money-back guarantee shows a square for each of its days, and fills those up
 * to the day they asked.
 */
function Guarantee({ refund: { occasion, promise, paidAt, askedAt } }: { refund: RefundView }) {
  if (occasion === "started-over")
    return (
      <p>
        No one requested this refund. We deleted the account so that the owner of its email address could
        start over. The person who paid gets back the unused days of a subscription, or the price of a post
        without a match.
      </p>
    );
  const day = Math.floor((Date.parse(askedAt) - Date.parse(paidAt)) / msInDay) + 1;
  return (
    <div>
      {promise === "money-back" && (
        <p className="window" aria-hidden="true">
          {Array.from({ length: moneyBackDays }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the days are in order
            <i key={index} className={index < day ? "on" : undefined} />
          ))}
        </p>
      )}
      <p className="hint">
        <b>Requested on day {day}.</b> {promise ? promiseWords[promise] : "Outside both guarantee periods"}.
      </p>
    </div>
  );
}
