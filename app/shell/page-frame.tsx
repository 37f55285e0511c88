import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
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

/** Client-side navigation loads no new document. */
function useMenuClosedOnNavigation() {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation
  useEffect(() => {
    const menu = document.getElementById("menu");
    if (menu?.matches(":popover-open")) menu.hidePopover();
  }, [key]);
}
