import { useLocation, useNavigation, useNavigationType } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { paths } from "~/paths";
import { Icon } from "~/ui/icon";
import { offlineTitle } from "~/ui/offline-title";
import { Link } from "~/ui/parts";
import { ToastStrip, useAnnounce } from "~/ui/toast";
import { Logo } from "./logo";
import { isCurrent, MainNav, memberNavigation, type NavPerson } from "./main-nav";
import { UnreadBadge, WaitingMark } from "./waiting-mark";

export function PageFrame({
  signedIn,
  isAdminArea = false,
  person,
  footer,
  children,
}: {
  signedIn: boolean;
  isAdminArea?: boolean;
  person?: NavPerson | null;
  footer?: ReactNode;
  children: ReactNode;
}) {
  useMenuClosedOnNavigation();
  useFocusAtFragment();
  useFocusKept();
  useLinksHeldOffline();
  return (
    <>
      <a href="#main" className="skip">
        Skip to content
      </a>{" "}
      <header className="site-header">
        <a href={paths.home()} aria-label="Matchcut home">
          <Logo />
        </a>{" "}
        {isAdminArea ? (
          <AdminLinks />
        ) : (
          <>
            {signedIn && <NotificationsLink />}
            <MainNav signedIn={signedIn} person={person} />
          </>
        )}
      </header>
      <ToastStrip />
      <main id="main" tabIndex={-1} className="page">
        {children}
      </main>
      {footer}
      {signedIn && !isAdminArea && <TabBar />}
    </>
  );
}

/** Client-side navigation loads no new document, so a menu that was opened before script ran would stay open. */
function useMenuClosedOnNavigation() {
  const { key } = useLocation();
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    const menu = document.getElementById("menu");
    if (menu?.matches(":popover-open")) menu.hidePopover();
  }, [key]);
}

/**
 * Focuses the element that the fragment names, if possible, as a full load would. After a decision, that's the next
 * case's heading. On a full load, and after a plain link such as "Skip to content", the browser has already done that,
 * and the person may have moved on.
 */
function useFocusAtFragment() {
  const { hash, key } = useLocation();
  const isByBrowser = useNavigationType() === "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each navigation
  useEffect(() => {
    const named = hash && !isByBrowser ? document.getElementById(hash.slice(1)) : null;
    if (named?.hasAttribute("tabindex")) named.focus({ preventScroll: true });
  }, [hash, key]);
}

/**
 * A form may remove the element that had the focus, usually its own button. The focus then goes to the next item of
 * the list that it was in, or to the page's content.
 */
function useFocusKept() {
  const { state, formMethod } = useNavigation();
  const last = useRef<{ element: Element; list: Element | null; index: number }>();
  const hasActed = useRef(false);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const item = target.closest("main li");
      const list = item?.parentElement ?? null;
      last.current = { element: target, list, index: item && list ? [...list.children].indexOf(item) : -1 };
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  useEffect(() => {
    if (state !== "idle") hasActed.current ||= formMethod !== undefined && formMethod !== "GET";
    else if (hasActed.current) {
      hasActed.current = false;
      const { element, list, index } = last.current ?? {};
      if (!element || element.isConnected || document.activeElement !== document.body) return;
      const item = list?.isConnected && (list.children[index ?? 0] ?? list.lastElementChild);
      const next = item ? item.querySelector<HTMLElement>("a, button, summary, input") : null;
      (next ?? document.getElementById("main"))?.focus({ preventScroll: true });
    }
  }, [state, formMethod]);
}

/** The header's link to notifications, with the number of unread ones. */
function NotificationsLink() {
  const { pathname } = useLocation();
  return (
    <>
      <Link
        to={paths.notifications()}
        className="bell"
        aria-current={pathname === paths.notifications() ? "page" : undefined}
      >
        <Icon name="bell" label="Notifications" />
        <UnreadBadge of="notifications" />
      </Link>{" "}
    </>
  );
}

/** The admin area has its own navigation, so its header links only to people and back to the member's pages. */
function AdminLinks() {
  return (
    <>
      <span className="badge tone-neutral">Admin</span>{" "}
      <Link to={`${paths.admin()}/people`} className="icon-link">
        <Icon name="search" label="Search people" />
      </Link>{" "}
      <Link to={paths.dashboard()} className="link">
        Leave<span className="visually-hidden"> the admin area</span>
      </Link>
    </>
  );
}

/** Navigation within a thumb's reach, only below 768 px. */
function TabBar() {
  const { pathname } = useLocation();
  return (
    <nav className="tab-bar" aria-label="Quick links">
      {memberNavigation.map((item) => (
        <Fragment key={item.to}>
          <Link to={item.to} aria-current={isCurrent(item, pathname) ? "page" : undefined}>
            <Icon name={item.icon} />
            <span>
              {item.label}
              <WaitingMark icon={item.icon} />
            </span>
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

declare global {
  interface Window {
    /** Whether the service worker has a copy of a page. app/offline sets it once it has loaded. */
    hasCopy?: (path: string) => Promise<boolean>;
  }
}

/** Offline, following a link would show the browser's error page, so links to pages without a copy are stopped. */
function useLinksHeldOffline(): void {
  const announce = useAnnounce();
  useEffect(() => {
    const hold = async (event: MouseEvent) => {
      if (navigator.onLine || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || link.target === "_blank" || link.origin !== location.origin || isWithinPage(link)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!link.search && (await window.hasCopy?.(link.pathname))) return location.assign(link.href);
      announce({
        title: offlineTitle,
        text: "This page stays open. Try again when you're back online.",
        tone: "destructive",
      });
    };
    // Capturing runs before React and Remix.
    window.addEventListener("click", hold, { capture: true });
    return () => window.removeEventListener("click", hold, { capture: true });
  }, [announce]);
}

const isWithinPage = (link: HTMLAnchorElement) =>
  link.hash !== "" && link.pathname === location.pathname && link.search === location.search;

/** Shows the signed-out navigation if there's no person. */
export function AppShell({
  person,
  children,
}: {
  person: (NavPerson & { isAdmin: boolean }) | null;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const isAdminArea = person?.isAdmin === true && `${pathname}/`.startsWith(`${paths.admin()}/`);
  return (
    <PageFrame signedIn={person !== null} isAdminArea={isAdminArea} person={person}>
      {children}
    </PageFrame>
  );
}
