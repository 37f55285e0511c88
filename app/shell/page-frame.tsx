import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { paths } from "~/paths";
import { ToastStrip } from "~/ui/toast";
import { Logo } from "./logo";
import { MainNav, type NavPerson } from "./main-nav";
import { useLinksHeldOffline } from "./offline";
import { TabBar } from "./tab-bar";

/** What every page has: skip link, header, one main, and for members the tab bar. */
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
  useMenuClosedOnArrival();
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

/** A link of the overlay changes the page below it without a load, so the overlay is closed by hand. */
function useMenuClosedOnArrival() {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival has its key
  useEffect(() => {
    const menu = document.getElementById("menu");
    if (menu?.matches(":popover-open")) menu.hidePopover();
  }, [key]);
}
