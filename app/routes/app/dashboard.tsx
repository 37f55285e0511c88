import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { isContributor } from "~/features/accounts/actor";
import { SignInForm } from "~/features/accounts/components/sign-in-form";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { NotificationList } from "~/features/notifications/components/notification-list";
import { listUnread } from "~/features/notifications/listing.server";
import { markAllRead } from "~/features/notifications/marking-read.server";
import { PlanBadge, SubscriptionCard } from "~/features/plans/components/subscription-card";
import { daysLeft } from "~/features/plans/plan";
import { findPlan } from "~/features/plans/reading.server";
import { MemberPanel } from "~/features/profiles/components/member-panel";
import { VettingList } from "~/features/profiles/components/vetting-list";
import { listVetting, rejectionReasonOf } from "~/features/profiles/reviewing.server";
import { resubmit } from "~/features/profiles/vetting.server";
import { attempt } from "~/http/failures.server";
import { redirectWithFlash } from "~/http/flash.server";
import { allowAnyone, requireMember } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import { badRequest } from "~/http/refusals.server";
import type { RouteFailure } from "~/http/route-failure";
import { paths } from "~/paths";
import { Card } from "~/ui/card";
import { Icon, type IconName } from "~/ui/icon";
import { Link } from "~/ui/link";

export const meta: MetaFunction = () => [{ title: "My Dashboard · Matchcut" }];

const schema = z.object({ intent: z.enum(["read", "resubmit"]) });

export const handle: RouteFailure = {
  failure: { page: "Failed to save that" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const };
  const { userType, contributorStatus: status } = actor;
  const hasPlan = userType === "creator";
  const [notifications, plan, vetting, reason] = await Promise.all([
    attempt(args, () => listUnread(actor)),
    hasPlan ? findPlan(actor) : null,
    actor.isAdmin ? listVetting(actor) : null,
    status === "rejected" ? rejectionReasonOf(actor) : "",
  ]);
  return {
    view: "member" as const,
    // Without a vetting record, a contributor counts as pending.
    state: { userType, status: isContributor(actor) ? (status ?? ("pending" as const)) : null, reason },
    notifications,
    hasPlan,
    plan,
    daysLeft: plan && daysLeft(plan.periodEnd, new Date()),
    isAdmin: actor.isAdmin,
    vetting,
  };
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args, schema);
  const form = await readForm(args, schema);
  if (!form.ok)
    throw badRequest(400, "That did not work", "Please go back and press one of the page's own buttons.");
  if (form.value.intent === "read") {
    await markAllRead(actor);
    return redirectWithFlash(paths.dashboard(), { title: "Marked as read" });
  }
  const done = await resubmit(actor);
  return redirectWithFlash(
    paths.dashboard(),
    done.ok
      ? { title: "Submitted again", text: "Approval usually takes 1-2 business days." }
      : {
          title: "Your profile is not waiting to be submitted",
          text: "This page shows where it stands now.",
        },
  );
}

export default function Dashboard() {
  const data = useLoaderData<typeof loader>();
  if (data.view === "guest") return <GuestDashboard />;
  return (
    <div className="stack">
      <RevalidateOnHint trustsPage />
      <div className="row justify-between">
        <h1>My Dashboard</h1>
        {data.hasPlan && (
          <Link to={paths.creatorDashboard()} className="btn btn-secondary">
            Creator dashboard {data.plan && <PlanBadge plan={data.plan} />}
          </Link>
        )}
      </div>
      <ul className="cards">
        <Place
          to={paths.discover()}
          icon="compass"
          title="Discover"
          text="Find the next person to work with."
        />
        <Place
          to={paths.projects()}
          icon="grid"
          title="Projects"
          text={
            data.hasPlan
              ? "Your briefs, and who applied."
              : "Open briefs that fit you, and your applications."
          }
        />
        <Place to={paths.messages()} icon="message" title="Messages" text="Continue your conversations." />
      </ul>
      <div className={data.hasPlan ? "stack md:grid-cols-[2fr_1fr]" : "stack"}>
        <div className="stack">
          <MemberPanel state={data.state} />
          <NotificationList notifications={data.notifications} />
          {data.isAdmin && <VettingList lists={data.vetting} />}
        </div>
        {data.hasPlan && (
          <SubscriptionCard plan={data.plan} daysLeft={data.daysLeft} here={paths.dashboard()} />
        )}
      </div>
    </div>
  );
}

function Place({ to, icon, title, text }: { to: string; icon: IconName; title: string; text: string }) {
  return (
    <Card as="li">
      <h2 className="text-lg">
        <Link to={to} className="row">
          <Icon name={icon} /> {title}
        </Link>
      </h2>
      <p className="muted">{text}</p>
    </Card>
  );
}

function GuestDashboard() {
  return (
    <div className="narrow stack">
      <h1>Sign in to access your dashboard</h1>
      <Card>
        <SignInForm redirectTo={paths.dashboard()} />
      </Card>
      <p>
        New here? <Link to={paths.onboarding()}>Build your profile</Link>
      </p>
    </div>
  );
}
