import { noteButton, showNote } from "./connection-note";

/** Chromium's; other browsers have a menu for it and no event. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** Stays after sign-out: it says nothing about the person. */
const seenName = "install-hint";

/** Once in a browser, and only where it can install the app: shown, it is not shown again. */
export function offerInstalling(): void {
  const offer = (event: InstallOffer) => {
    try {
      if (localStorage.getItem(seenName)) return;
      localStorage.setItem(seenName, "seen");
    } catch {
      // Without storage, it could not be dismissed for good.
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
  // On the note's ink.
  install.style.cssText = "flex:none;border-color:currentcolor";
  const dismiss = noteButton("icon-link", "×");
  dismiss.ariaLabel = "No, thanks";
  showNote("Matchcut can be an app on this device, and be read offline.", install, dismiss);
}

declare global {
  interface Window {
    /** Fired before this was loaded. */
    installOffer?: InstallOffer;
    onbeforeinstallprompt?: (event: InstallOffer) => void;
  }
}
