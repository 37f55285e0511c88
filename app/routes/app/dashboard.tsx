import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { isContributor } from "~/features/accounts/actor";
import { Likers } from "~/features/dashboard/components/likers";
import { type Place, Places } from "~/features/dashboard/components/places";
import type { OwnCard } from "~/features/dashboard/components/standing";
import { YourTurn } from "~/features/dashboard/components/your-turn";
import { readHome } from "~/features/dashboard/home.server";
import { ownMini } from "~/features/discovery/mini";
import { waitingFor } from "~/features/discovery/waiting";
import { RevalidateOnHint } from "~/features/live/components/revalidate-on-hint";
import { Frame } from "~/features/media/components/frame";
import { countWaitingRefunds } from "~/features/payments/waiting-refunds.server";
import { PlanBadge, PlanLine } from "~/features/plans/components/plan-line";
import { findPlan } from "~/features/plans/plan-in-force.server";
import { completenessOf } from "~/features/profiles/completeness";
import { reviewTakes } from "~/features/profiles/review-words";
import { listVetting, rejectionOf } from "~/features/profiles/reviewing.server";
import { resubmit } from "~/features/profiles/vetting.server";
import { findProfile, type ProfileView } from "~/features/profiles/viewing.server";
import { AppliedRows } from "~/features/projects/components/my-projects";
import { ProjectBadge } from "~/features/projects/components/project-parts";
import { InviteBanner } from "~/features/referrals/components/invite-banner";
import { isApproved, isRejected } from "~/features/visibility/standing";
import { pressed } from "~/http/form.server";
import { returnPathOf } from "~/http/request-context.server";
import { allowAnyone, attempt, readAsMember, redirectWithFlash } from "~/http/route.server";
import { paths } from "~/paths";
import { pageTitle, withStyles } from "~/shell/page";
import styles from "~/styles/dashboard-page.css?url";
import guestStyles from "~/styles/guest-part.css?url";
import { latePart } from "~/ui/late-part";
import { ButtonLink, Link, NextLink } from "~/ui/parts";

export const meta = pageTitle("My Dashboard");

const schema = z.object({ intent: z.enum(["resubmit"]) });

export const { handle, links } = withStyles(styles, { pageFailure: "We couldn't resubmit your profile" });

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  if (!actor) return { view: "guest" as const, place: returnPathOf(args.request) };
  const { search, searchParams } = new URL(args.request.url);
  // On return from checkout, the creator dashboard queries the provider and shows the outcome.
  if (searchParams.has("session_id") || searchParams.get("payment_success") === "true")
    throw redirect(paths.creatorDashboard() + search);
  const { userType, contributorStatus, isAdmin } = actor;
  // A contributor without a vetting record counts as pending.
  const status = isContributor(actor) ? (contributorStatus ?? ("pending" as const)) : null;
  const [home, profile, plan, rejection, vetting, refunds] = await Promise.all([
    attempt(args, () => readHome(actor)),
    status && !isApproved(status) ? attempt(args, () => findProfile(actor, actor.userId)) : null,
    userType === "creator" ? findPlan(actor) : null,
    isRejected(status) ? rejectionOf(actor) : null,
    isAdmin ? listVetting() : null,
    isAdmin ? countWaitingRefunds() : 0,
  ]);
  const { likes } = waitingFor(actor);
  return {
    view: "member" as const,
    ...{ userType, status, home, plan, rejection, isAdmin, vetting, refunds, likes },
    unread: actor.unread,
    own: profile && ownCard(profile),
    needsSecondFactor: actor.needsSecondFactor,
  };
}

function ownCard(profile: ProfileView): OwnCard {
  return {
    mini: ownMini(profile),
    completeness: completenessOf(profile),
    samples: profile.samples.length,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsMember(args, schema);
  pressed(form);
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

const GuestDashboard = latePart(
  "GuestDashboard",
  () => import("~/features/dashboard/components/guest-dashboard"),
);
const AdminPanel = latePart("AdminPanel", () => import("~/features/dashboard/components/admin-panel"));
const Standing = latePart("Standing", () => import("~/features/dashboard/components/standing"));
const Approved = latePart("Approved", () => import("~/features/profiles/components/approved"));

type Member = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { view: "member" }>;

export default function Dashboard() {
  const data = useLoaderData<typeof loader>();
  if (data.view === "guest")
    return (
      <GuestDashboard place={data.place}>
        <link rel="stylesheet" href={guestStyles} />
      </GuestDashboard>
    );
  const { userType, status, home, plan } = data;
  const isMember = userType !== null && (status === null || isApproved(status));
  return (
    <div className="stack">
      <RevalidateOnHint trustsPage />
      <div className="row">
        <h1>My Dashboard</h1>{" "}
        {userType === "creator" && (
          <NextLink to={paths.creatorDashboard()}>
            Creator dashboard {plan && <PlanBadge plan={plan} />}
          </NextLink>
        )}
      </div>
      {data.needsSecondFactor && (
        <p className="notice">
          You're an admin.{" "}
          <Link to={paths.setUpFactor({ redirectTo: paths.dashboard() })}>Set up two-step verification</Link>{" "}
          to use the admin pages.
        </p>
      )}
      {data.isAdmin && <AdminPanel vetting={data.vetting} refunds={data.refunds} />}
      {!isMember && <Standing {...data} />}
      <div className="home">
        {isMember && home && (
          <Likers minis={home.minis} likes={data.likes} who={status ? "creators" : "people"} />
        )}
        <Places places={placesOf(data)} others={othersOf(data)} />
        {(isMember || !home || home.turns.length > 0) && <YourTurn turns={home?.turns ?? null} />}
        {home && userType === "creator" && <OwnProjects projects={home.projects} />}
        {home && status && (isMember || home.applications.length > 0) && (
          <Applications applications={home.applications} />
        )}
        <section className="part full two-col" aria-label="Your account">
          {isMember && status && <Approved completeness={home?.completeness ?? null} />}
          <InviteBanner joined={home?.joined ?? null} />
          {userType === "creator" && (
            <div>
              <PlanLine plan={plan} here={paths.dashboard()} />
              <p className="row">
                <ButtonLink kind="soft" small to={paths.matches()}>
                  View Matches
                </ButtonLink>
                <ButtonLink kind="soft" small to={paths.editProfile()}>
                  Update My Profile
                </ButtonLink>
              </p>
            </div>
          )}
        </section>
      </div>
    </div>
  );
}

function placesOf({ status, home, likes, unread, userType }: Member): Place[] {
  const isWaiting = status !== null && !isApproved(status);
  const liked = likes > 9 ? "9+ like you" : `${likes} like you`;
  return [
    {
      to: paths.discover(),
      icon: "discover",
      title: "Discover",
      text: isWaiting ? "Once you're approved" : likes > 0 ? liked : "See who's next",
    },
    { to: paths.projects(), icon: "brief", title: "Projects", text: projectsText(home, userType, isWaiting) },
    {
      to: paths.messages(),
      icon: "message",
      title: "Messages",
      text: messagesText(unread, home?.requests ?? 0) || (isWaiting ? "You can reply" : "Nothing unread"),
    },
  ];
}

function messagesText(unread: number, requests: number): string {
  const words = [
    unread > 0 && `${unread > 99 ? "99+" : unread} unread`,
    requests > 0 && `${requests > 9 ? "9+" : requests} ${requests === 1 ? "request" : "requests"}`,
  ];
  return words.filter(Boolean).join(", ");
}

function projectsText(home: Member["home"], userType: Member["userType"], isWaiting: boolean): string {
  if (isWaiting) return "Look around";
  if (userType !== "contributor")
    return home && home.newApplications > 0
      ? `${home.newApplications} new ${home.newApplications === 1 ? "application" : "applications"}`
      : "Post a project";
  if (home && home.invitations > 0)
    return home.invitations === 1 ? "1 invitation" : `${home.invitations} invitations`;
  return "Find your next one";
}

function othersOf({ status, isAdmin }: Member): [string, string][] {
  return [
    ...(status === null ? [["Favorites", paths.saved()] as [string, string]] : []),
    ["Analytics", paths.analytics()],
    ...(isAdmin ? [["Admin", paths.admin()] as [string, string]] : []),
  ];
}

function OwnProjects({ projects }: Pick<NonNullable<Member["home"]>, "projects">) {
  return (
    <section className="part" aria-labelledby="projects">
      <div className="row">
        <h2 id="projects">Projects</h2>{" "}
        <NextLink to={paths.projects()}>
          All<span className="visually-hidden"> your projects</span>
        </NextLink>
      </div>
      {projects.length > 0 ? (
        <ul className="projs">
          {projects.map(({ id, title, status, isExpired, budget, applications, waiting, picture }) => (
            <li key={id} className="proj">
              <Frame title={title} picture={picture} />
              <div>
                <Link to={paths.project(id)}>{title}</Link>
                {budget && <p className="hint cut1">{budget}</p>}
                <p className="hint">
                  <b>{applications === 1 ? "1 application" : `${applications} applications`}</b>
                  {waiting > 0 && `, ${waiting} new`}
                </p>
              </div>{" "}
              {(isExpired || status !== "open") && <ProjectBadge status={status} isExpired={isExpired} />}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">Say what you need, and contributors who offer it can apply.</p>
      )}
      <ButtonLink to={paths.projectBrief()} className="wide">
        Post a Project Brief
      </ButtonLink>
    </section>
  );
}

function Applications({ applications }: Pick<NonNullable<Member["home"]>, "applications">) {
  return (
    <section className="part" aria-labelledby="applications">
      <div className="row">
        <h2 id="applications">Your applications</h2>{" "}
        <NextLink to={paths.projects(applications.length > 0 ? { view: "applications" } : {})}>
          {applications.length > 0 ? (
            <>
              All<span className="visually-hidden"> your applications</span>
            </>
          ) : (
            "Available Projects"
          )}
        </NextLink>
      </div>
      {applications.length > 0 ? (
        <AppliedRows projects={applications} />
      ) : (
        <>
          <p className="muted">Projects you apply for show up here.</p>
          <ButtonLink to={paths.projects()}>See available projects</ButtonLink>
        </>
      )}
    </section>
  );
}
