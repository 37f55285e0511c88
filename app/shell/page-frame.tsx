import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { paths } from "~/paths";
import { ToastStrip } from "~/ui/toast";
import { Logo } from "./logo";
import { MainNav, type NavPerson } from "./main-nav";
import { NotificationsLink } from "./notifications-link";
import { useLinksHeldOffline } from "./offline";
import { TabBar } from "./tab-bar";

export function PageFrame({
  signedIn,
  person,
  footer,
  children,
}: {
  signedIn: boolean;
  person?: NavPerson | null;
  footer?: ReactNode;
  children: ReactNode;
}) {
  useMenuClosedOnNavigation();
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
        {signedIn && <NotificationsLink />}
        <MainNav signedIn={signedIn} person={person} />
      </header>
      <ToastStrip />
      <main id="main" tabIndex={-1} className="page">
        {children}
      </main>
      {footer}
      {signedIn && <TabBar />}
    </>
  );
}

/** Client-side navigation loads no new document. A menu opened before script was there stays open. */
function useMenuClosedOnNavigation() {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const menu = document.getElementById("menu");
    if (menu?.matches(":popover-open")) menu.hidePopover();
  }, [key]);
}
