import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
} from "@remix-run/react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { accountGone } from "./features/accounts/account-words";
import { type Actor, chosenScheme, isContributor } from "./features/accounts/actor";
import { formMarkOf } from "./features/accounts/unsent-forms.server";
import { seeMatch } from "./features/discovery/matches.server";
import { type Waiting, waitingFor } from "./features/discovery/waiting";
import { unreadTotals } from "./features/messaging/inbox.server";
import { markReadHere } from "./features/notifications/listing.server";
import { formTokenFor } from "./http/form.server";
import { relayConfigOf } from "./http/live-streams.server";
import { returnPathOf, savesData } from "./http/request-context.server";
import { allowAnyone, attempt, leadToWarning, readFlash } from "./http/route.server";
import type { RouteHandle } from "./http/route-handle";
import { closedSession, hasLostAccount } from "./http/session.server";
import { parseId } from "./ids";
import { useExtras } from "./offline/use-extras";
import { copyHeader } from "./offline-words";
import { paths } from "./paths";
import { DeferredScripts, LoadedData } from "./server/remix/hydration";
import { errorTitle, PageFailure, stylesheetOf } from "./shell/page";
import { PageFrame } from "./shell/page-frame";
import { isSamePage, type RootData, useRootData } from "./shell/root-data";
import headingFont from "./styles/fonts/bricolage-700.woff2?url";
import styles from "./styles/index.css?url";
import { SavesDataContext } from "./ui/avatar";
import { ClockContext } from "./ui/clock";
import { FormMarkContext, FormTokenContext } from "./ui/form";
import { useHasScript } from "./ui/has-script";
import { type ToastMessage, ToastProvider } from "./ui/toast";

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${errorTitle(error)} · Matchcut` : "Matchcut" },
];

export async function loader(args: LoaderFunctionArgs) {
  const actor = await allowAnyone(args);
  leadToWarning(args, actor);
  const flash = await readFlash(args.request);
  const formToken = await formTokenFor(args.request);
  const headers = new Headers();
  const isGone = !actor && (await hasLostAccount(args));
  const signOut = isGone ? await closedSession() : null;
  for (const cookie of [flash.clear, formToken.setCookie, signOut])
    if (cookie) headers.append("Set-Cookie", cookie);
  const root: RootData = {
    person: actor && {
      userId: actor.userId,
      name: actor.name,
      avatarUrl: actor.avatarUrl,
      isAdmin: actor.isAdmin,
      isContributor: isContributor(actor),
      ...(!actor.isConfirmed && { isUnconfirmed: true as const }),
    },
    ...(await unreadOn(args, actor)),
    waiting: await waitingOn(args, actor),
    toast: isGone ? accountGone : (flash.toast ?? undefined),
    timeZone: actor?.hasTimeZone ? actor.timeZone : undefined,
    now: Date.now(),
    ...relayConfigOf(actor),
    scheme: chosenScheme(actor),
    savesData: savesData(args.request, actor),
    formToken: formToken.token ?? undefined,
    formMark: actor && formMarkOf(actor.userId),
    reference: args.context.requestId,
  };
  return data(root, { headers });
}

/**
 * The numbers in the navigation. Opening a page marks the notifications that link to it as read. Prefetching a page
 * doesn't open it.
 */
async function unreadOn(args: LoaderFunctionArgs, actor: Actor | null) {
  if (!actor) return { unread: 0, notifications: 0 };
  const { unread, unreadNotifications: notifications } = actor;
  const conversationId = parseId(args.params.conversationId);
  if (conversationId) return unreadTotals(actor, conversationId);
  if (isPrefetch(args.request)) return { unread, notifications };
  const left = await attempt(args, () => markReadHere(actor, returnPathOf(args.request)));
  return { unread, notifications: left ?? notifications };
}

/** Once its page has been opened, a match isn't new anymore. Prefetching a page doesn't open it. */
async function waitingOn(args: LoaderFunctionArgs, actor: Actor | null): Promise<Waiting> {
  if (!actor) return { likes: 0, matches: 0 };
  const waiting = waitingFor(actor);
  const matchId = parseId(args.params.matchId);
  if (!matchId || isPrefetch(args.request)) return waiting;
  return { ...waiting, matches: (await attempt(args, () => seeMatch(actor, matchId))) ?? waiting.matches };
}

const isPrefetch = ({ method, headers }: Request) =>
  method !== "GET" || headers.has(copyHeader) || Boolean(headers.get("Sec-Purpose")?.includes("prefetch"));

/** The toast in the page's loader data. It keeps its identity until its text changes. */
function usePageToast(): ToastMessage | null {
  const data = useMatches().at(-1)?.data as { toast?: ToastMessage | null } | undefined;
  const { title, text, tone } = data?.toast ?? {};
  return useMemo(() => (title ? { title, text, tone } : null), [title, text, tone]);
}

/**
 * Every navigation may bring a toast or a sign-in, so revalidate. Skip it after a failed connection, before a full load,
 * and after a refusal: the request would run all of the page's loaders, and their redirect, such as to sign-in, would
 * replace the page that shows what the person wrote.
 */
export function shouldRevalidate(step: ShouldRevalidateFunctionArgs) {
  const loadsDocument = step.nextParams["*"] !== undefined || step.nextUrl.pathname === paths.home();
  const isRefused = (step.actionStatus ?? 200) >= 400;
  return !loadsDocument && !isRefused && step.actionResult?.outcome !== "failed" && !isSamePage(step);
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const matches = useMatches();
  const handles = matches.map((match) => match.handle as RouteHandle | undefined);
  const hasScript =
    root !== undefined &&
    !root.savesData &&
    handles.every((handle) => handle?.script !== false && (root.person || handle?.script !== "members"));
  const pageToast = usePageToast();
  const sheets = useStylesheets(stylesheetOf(matches));
  return (
    <html
      lang="en"
      className={root?.scheme}
      data-live={root?.live}
      data-script={hasScript || undefined}
      data-saves={root?.savesData || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={root?.scheme ?? "light dark"} />
        <Meta />
        {!root?.savesData && <link rel="preload" as="font" href={headingFont} crossOrigin="anonymous" />}
        {sheets.map((sheet) => (
          <link key={sheet.href} rel="stylesheet" {...sheet} />
        ))}
        <link rel="icon" href="/favicon.svg" />
        {import.meta.env.SSR && <AppLinks scheme={root?.scheme} />}
      </head>
      <body>
        <SavesDataContext.Provider value={root?.savesData ?? false}>
          <FormTokenContext.Provider value={root?.formToken ?? null}>
            <FormMarkContext.Provider value={root?.formMark ?? null}>
              <ClockContext.Provider value={{ zone: root?.timeZone ?? "UTC", now: root?.now ?? 0 }}>
                <ToastProvider toast={root?.toast ?? pageToast}>{children}</ToastProvider>
              </ClockContext.Provider>
            </FormMarkContext.Provider>
          </FormTokenContext.Provider>
        </SavesDataContext.Provider>
        {hasScript &&
          (import.meta.env.DEV ? (
            <>
              <LoadedData />
              <Scripts />
            </>
          ) : (
            <DeferredScripts />
          ))}
      </body>
    </html>
  );
}

/**
 * The stylesheets of the pages seen since the last full load. Each contains only what its own pages use, so only the
 * current page's stylesheet applies once it has loaded.
 */
function useStylesheets(current = styles) {
  const seen = useRef([current]);
  const [loaded, setLoaded] = useState([current]);
  if (!seen.current.includes(current)) seen.current = [...seen.current, current];
  return seen.current.map((href) => ({
    href,
    media: href === current || !loaded.includes(current) ? undefined : "not all",
    onLoad: () => setLoaded((before) => [...before, href]),
  }));
}

export default function App() {
  const hasScript = useHasScript();
  useExtras(useRootData()?.person?.userId);
  return (
    <>
      <Outlet />
      {hasScript && <ScrollRestoration />}
    </>
  );
}

/** Handles failures outside any layout. Each layout has its own boundary. */
export function ErrorBoundary() {
  const root = useRootData();
  return (
    <PageFrame signedIn={Boolean(root?.person)} person={root?.person}>
      <PageFailure />
    </PageFrame>
  );
}

/** The paper colors in tokens.css. */
const papers = { light: "#fcfbf9", dark: "#120b09" } as const;

/**
 * The links that make the app installable, and the color for the browser's own bars. They come last in the head and
 * only from the server. React ignores what follows its own elements there, so this adds nothing to a page's script.
 */
function AppLinks({ scheme }: { scheme?: "light" | "dark" }) {
  return (
    <>
      <link rel="manifest" href="/site.webmanifest" />
      {!scheme && <meta name="theme-color" content={papers.dark} media="(prefers-color-scheme:dark)" />}
      <meta name="theme-color" content={papers[scheme ?? "light"]} />
    </>
  );
}
