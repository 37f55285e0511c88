import { useEffect, useState } from "react";

/** Without cookies, signing in leads back to the sign-in page, so the page says why. */
export function CookiesNote() {
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => setIsRefused(refusesCookies()), []);
  if (!isRefused) return null;
  return (
    <p role="alert" className="notice tone-warning">
      Your browser blocks cookies, so it can't keep you signed in. Allow cookies for this site, then reload
      the page.
    </p>
  );
}

/** A browser that blocks only some sites' cookies may say that they're enabled, but refuses those sites' storage, too. */
function refusesCookies(): boolean {
  try {
    return !navigator.cookieEnabled || !localStorage;
  } catch {
    return true;
  }
}
