import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isContributor } from "~/features/accounts/actor";
import { UsageBar } from "~/features/plans/components/usage-bar";
import { planLabels, type UsageView } from "~/features/plans/plan";
import { planOf } from "~/features/plans/plan-in-force.server";
import { lineWords, type UseLine } from "~/features/plans/use-line";
import { listUses } from "~/features/plans/uses.server";
import { requireSignIn } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page";
import { SettingsPage } from "~/shell/settings-page";
import { EmptyState, Link, Pager, Section } from "~/ui/parts";
import { Time } from "~/ui/time";

export const meta = pageTitle("Usage");

export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireSignIn(args);
  if (isContributor(actor)) return { counted: null };
  const before = new URL(args.request.url).searchParams.get("before");
  const [{ plan, usage }, ledger] = await Promise.all([planOf(actor), listUses(actor, before)]);
  return { counted: { plan, usage, ...ledger, isFirst: !before } };
}

export default function Usage() {
  const { counted } = useLoaderData<typeof loader>();
  return (
    <SettingsPage current={paths.usage()} title="Usage">
      {counted ? (
        <>
          <Section title={`On ${planLabels[counted.plan]}`}>
            {counted.usage.map((use) => (
              <UsageBar key={use.kind} use={use} resets={<Resets use={use} />} />
            ))}
            <p>
              <Link to={paths.pricing()} reloadDocument>
                View Pricing Options
              </Link>
            </p>
          </Section>
          <Ledger lines={counted.lines} next={counted.next} isFirst={counted.isFirst} />
        </>
      ) : (
        <EmptyState title="You have no limits">
          Matchcut is free for contributors, with no limits on swipes, messages or matches.
        </EmptyState>
      )}
    </SettingsPage>
  );
}

/** Swipes reset when a day begins, so the date is enough; billing months have their own hour. */
function Resets({ use: { kind, resets, resetsAt } }: { use: UsageView }) {
  return (
    <>
      {resets}
      {resetsAt && (
        <>
          {" "}
          Next reset: <Time at={resetsAt} as={kind === "swipe" ? "date" : "dateTime"} />.
        </>
      )}
    </>
  );
}

function Ledger({ lines, next, isFirst }: { lines: UseLine[]; next: string | null; isFirst: boolean }) {
  return (
    <Section title="What counted toward your limits">
      {lines.length === 0 ? (
        <p className="muted">
          {isFirst ? "Nothing has counted toward your limits yet." : "That's everything."}
        </p>
      ) : (
        <ul className="stack">
          {lines.map((line) => (
            <li key={line.id}>
              {lineWords(line)}{" "}
              <span className="muted">
                · <Time at={line.at} as="day" />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager
        label="What counted toward your limits"
        first={isFirst ? undefined : paths.usage()}
        next={next ? paths.usage({ before: next }) : undefined}
      />
    </Section>
  );
}
