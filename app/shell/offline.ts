import { useEffect } from "react";
import { useAnnounce } from "~/ui/toast";

declare global {
  interface Window {
    /** Whether the service worker has a copy of a page; set once it is there. */
    hasCopy?: (path: string) => Promise<boolean>;
  }
}

/** Following a link offline would replace the page with the browser's error page, but for pages that are kept. */
export function useLinksHeldOffline(): void {
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
        title: "You are offline",
        text: "This page stays as it is. Try again when you are connected.",
        tone: "destructive",
      });
    };
    // Runs before React and Remix.
    window.addEventListener("click", hold, { capture: true });
    return () => window.removeEventListener("click", hold, { capture: true });
  }, [announce]);
}

const isWithinPage = (link: HTMLAnchorElement) =>
  link.hash !== "" && link.pathname === location.pathname && link.search === location.search;
