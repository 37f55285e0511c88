import { Outlet, useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { answerPresence, sendPresence } from "~/features/live/listening";
import { useUnreadNow } from "~/features/messaging/components/use-unread-now";
import { paths } from "~/paths";
import { PageFailure } from "~/shell/page";
import { AppShell } from "~/shell/page-frame";
import { useReportUnread, useRootData } from "~/shell/root-data";
import { Link } from "~/ui/parts";

export default function AppPages() {
  const root = useRootData();
  return (
    <AppShell person={root?.person ?? null}>
      {root?.person && <Live />}
      <Loading />
      {root?.person?.isUnconfirmed && <ConfirmNote />}
      <Outlet />
    </AppShell>
  );
}

export function ErrorBoundary() {
  const root = useRootData();
  return (
    <AppShell person={root?.person ?? null}>
      <PageFailure />
    </AppShell>
  );
}

/** Keeps unread counts, online status and the time zone current. */
function Live() {
  const root = useRootData();
  const { pathname } = useLocation();
  useAnswersPresence();
  useKnownTimeZone(root?.timeZone ?? null);
  // This is off on conversation pages, which fetch their own updates.
  const { unread, notifications } = useUnreadNow(root, !pathname.startsWith(paths.messages()));
  useReportUnread(unread, notifications);
  return null;
}

/** Written out here, because importing adminPaths would add its code to every page. */
const subscriptions = `${paths.admin()}/subscriptions`;

function Loading() {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const isContributor = useRootData()?.person?.isContributor ?? false;
  const words: Record<string, string> = {
    [paths.dashboard()]: "Loading your dashboard...",
    [paths.projects()]: "Loading projects...",
    [paths.discover()]: `Loading ${isContributor ? "creators" : "service providers"}...`,
    [subscriptions]: pathname === subscriptions ? "Loading subscription data..." : "Checking admin status...",
  };
  return (
    <p role="status" className="loading">
      {state === "loading" ? (words[location.pathname] ?? "Loading...") : ""}
    </p>
  );
}

/**
 * Shown until the address is confirmed, except on the confirmation page itself and on pages that two pictures fill.
 * Above the deck, it's a single line, because the deck needs the room.
 */
function ConfirmNote() {
  const { pathname } = useLocation();
  if (pathname === paths.confirmation() || pathname === paths.onboarding()) return null;
  // People can message a match before they confirm their address.
  if (pathname.startsWith(paths.match(""))) return null;
  const isBrief = pathname === paths.discover();
  return (
    <p className={isBrief ? "notice notice-line" : "notice"}>
      {isBrief
        ? "Open the link in our email."
        : "Please open the link in our email to confirm your address. Until then, you can't message new people, post projects or apply."}{" "}
      <Link to={paths.confirmation()}>Didn't get it?</Link>
    </p>
  );
}

/**
 * Tells people who ask that this person is online. Runs on every page, but only the tab that holds the stream answers.
 */
function useAnswersPresence(): void {
  useEffect(
    () =>
      answerPresence(({ presence, conversationId }) => {
        if (presence === "hello") sendPresence(conversationId, "here");
      }),
    [],
  );
}

let isSent = false;

/**
 * Sends the browser's time zone to the server if the server doesn't know the actor's yet. Then revalidates the page,
 * unless the actor has left it or sent a form in the meantime, because a toast or a form's answer could be lost.
 */
function useKnownTimeZone(known: string | null): void {
  const { revalidate } = useRevalidator();
  const { key } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const now = useRef({ key, isIdle });
  now.current = { key, isIdle };
  useEffect(() => {
    if (known || isSent) return;
    isSent = true;
    const mayRevalidate = () => now.current.isIdle && now.current.key === key;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    fetch(paths.browserTimeZone(), { method: "POST", body: new URLSearchParams({ timeZone }) }).then(
      (reply) => reply.ok && mayRevalidate() && revalidate(),
      () => {
        isSent = false;
      },
    );
  });
}
