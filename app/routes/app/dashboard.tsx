import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPaths } from "~/admin-paths";
import { isContributor } from "~/features/accounts/actor";
import { SignInForm } from "~/features/accounts/components/sign-in-form";
import { BesideFilm, StillSheet } from "~/features/catalog/components/stills";
import { waitingFor } from "~/features/discovery/waiting";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { NotificationList } from "~/features/notifications/components/notification-list";
import { findUnread, markAllRead } from "~/features/notifications/listing.server";
import { countWaitingRefunds } from "~/features/payments/waiting-refunds.server";
import { PlanBadge, SubscriptionCard } from "~/features/plans/components/subscription-card";
import { findPlan } from "~/features/plans/plan-in-force.server";
import { completenessOf } from "~/features/profiles/completeness";
import { MemberPanel } from "~/features/profiles/components/member-panel";
import { VettingList } from "~/features/profiles/components/vetting";
import { reviewTakes } from "~/features/profiles/review-words";
import { listVetting, rejectionOf } from "~/features/profiles/reviewing.server";
import { resubmit } from "~/features/profiles/vetting.server";
import { findProfile } from "~/features/profiles/viewing.server";
import { InviteCard } from "~/features/referrals/components/invite-card";
import { pressed } from "~/http/form.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, attempt, readAsMember, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { type WaitingItem, WaitingList } from "~/shell/waiting-list";
import styles from "~/styles/sign-page.css?url";
import { Icon, type IconName } from "~/ui/icon";
import { Link } from "~/ui/parts";

export const meta: MetaFunction = () => [{ title: "My Dashboard · Matchcut" }];

const schema = z.object({ intent: z.enum(["read", "resubmit"]) });

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const handle: RouteHandle = {
  styles,
  failure: { page: "We couldn't save that" },
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: returnPathOf(args.request) };
  const { search, searchParams } = new URL(args.request.url);
  // On return from checkout. The creator dashboard asks the provider and shows the outcome.
  if (searchParams.has("session_id") || searchParams.get("payment_success") === "true")
    throw redirect(paths.creatorDashboard() + search);
  const { userType, contributorStatus: status } = actor;
  const hasPlan = userType === "creator";
  const [unread, profile, plan, vetting, rejection, refunds] = await Promise.all([
    attempt(args, () => findUnread(actor)),
    attempt(args, () => findProfile(actor, actor.userId)),
    hasPlan ? findPlan(actor) : null,
    actor.isAdmin ? listVetting() : null,
    status === "rejected" ? rejectionOf(actor) : null,
    actor.isAdmin ? countWaitingRefunds() : 0,
  ]);
  return {
    view: "member" as const,
    waiting: { ...waitingFor(actor), unread: actor.unread, requests: unread?.requests ?? 0 },
    state: {
      userType,
      // A contributor without a vetting record counts as pending.
      status: isContributor(actor) ? (status ?? ("pending" as const)) : null,
      rejection,
      completeness: profile && completenessOf(profile),
    },
    notifications: unread?.notifications ?? null,
    hasPlan,
    isContributor: isContributor(actor),
    plan,
    isAdmin: actor.isAdmin,
    needsSecondFactor: actor.needsSecondFactor,
    vetting,
    refunds,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsMember(args, schema);
  const { intent } = pressed(form);
  if (intent === "read") {
    await markAllRead(actor);
    return redirectWithFlash(paths.dashboard(), { title: "Marked as read" });
  }
  const done = await resubmit(actor);
  return redirectWithFlash(
    paths.dashboard(),
    done.ok
      ? { title: "Profile resubmitted", text: reviewTakes }
      : {
          title: "Your profile can't be resubmitted right now",
          text: "Your dashboard shows where it stands.",
        },
  );
}

export default function Dashboard() {
  const data = useLoaderData<typeof loader>();
  if (data.view === "guest") return <GuestDashboard place={data.place} />;
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
      <div className={data.hasPlan ? "stack md:grid-cols-[2fr_1fr] md:items-start" : "stack"}>
        <div className="stack">
          <section className="stack" aria-labelledby="waiting">
            <h2 id="waiting">Waiting for you</h2>
            <WaitingList items={itemsOf(data.waiting)}>
              Nothing right now. <Link to={paths.discover()}>Find the next person to work with</Link>
            </WaitingList>
          </section>
          <MemberPanel state={data.state} />
          <NotificationList notifications={data.notifications} />
          {data.needsSecondFactor && (
            <p className="notice">
              You're an admin.{" "}
              <Link to={paths.setUpFactor({ redirectTo: paths.dashboard() })}>
                Set up two-step verification
              </Link>{" "}
              to use the admin pages.
            </p>
          )}
          {data.isAdmin && <VettingList lists={data.vetting} />}
          {data.isAdmin && (
            <p>
              <Link to={adminPaths.refunds()}>Refunds: {data.refunds} waiting</Link>{" "}
              <Link to={adminPaths.reports()}>Reports</Link>
            </p>
          )}
        </div>
        {data.hasPlan && <SubscriptionCard plan={data.plan} here={paths.dashboard()} />}
      </div>
      <InviteCard />
      <nav aria-label="Go to" className="places">
        <Place to={paths.discover()} icon="discover" title="Discover" />
        <Place to={paths.projects()} icon="flag" title="Projects" />
        <Place to={paths.messages()} icon="message" title="Messages" />
        {!data.isContributor && <Place to={paths.saved()} icon="heart" title="Favorites" />}
        <Place to={paths.analytics()} icon="star" title="Analytics" />
        {data.isAdmin && <Place to={paths.admin()} icon="home" title="Admin" />}
      </nav>
    </div>
  );
}

type Waiting = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { view: "member" }>["waiting"];

const itemsOf = ({ likes, matches, unread, requests }: Waiting): WaitingItem[] => [
  { icon: "discover", to: paths.discover(), count: likes, one: "person likes you", many: "people like you" },
  { icon: "matches", to: paths.matches(), count: matches, one: "new match", many: "new matches" },
  {
    icon: "message",
    to: paths.messages(),
    count: unread,
    one: "unread conversation",
    many: "unread conversations",
  },
  {
    icon: "person",
    to: paths.messages(),
    count: requests,
    one: "message request",
    many: "message requests",
  },
];

function Place({ to, icon, title }: { to: string; icon: IconName; title: string }) {
  return (
    <>
      <Link to={to} className="card">
        <Icon name={icon} /> {title}
      </Link>{" "}
    </>
  );
}

function GuestDashboard({ place }: { place: string }) {
  return (
    <BesideFilm film={<StillSheet />}>
      <h1>Sign in to access your dashboard</h1>
      <SignInForm redirectTo={place} />
      <p>
        New here? <Link to={paths.onboarding()}>Build your profile</Link>
      </p>
    </BesideFilm>
  );
}
