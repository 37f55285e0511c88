import { noteButton, showNote } from "./connection-note";

/** Chromium's event. Other browsers have a menu entry instead. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** Stays after sign-out, because it says nothing about the person. */
const seenName = "install-hint";

/** Offers to install the app once per browser, and only where the browser can do that. */
export function offerInstalling(): void {
  const offer = (event: InstallOffer) => {
    try {
      if (localStorage.getItem(seenName)) return;
      localStorage.setItem(seenName, "seen");
    } catch {
      // Without storage, the person couldn't dismiss the hint for good.
      return;
    }
    event.preventDefault();
    showHint(event);
  };
  window.onbeforeinstallprompt = offer;
  if (window.installOffer) offer(window.installOffer);
}

function showHint(offer: InstallOffer): void {
  const install = noteButton("btn btn-small", "Install", () => offer.prompt().catch(() => {}));
  // The border has the note's ink color.
  install.style.cssText = "flex:none;border-color:currentcolor";
  const dismiss = noteButton("icon-link", "×");
  dismiss.ariaLabel = "No, thanks";
  showNote("Install Matchcut on this device to read it offline.", install, dismiss);
}

declare global {
  interface Window {
    /** Set if the event fired before this file was loaded. */
    installOffer?: InstallOffer;
    onbeforeinstallprompt?: (event: InstallOffer) => void;
  }
}
