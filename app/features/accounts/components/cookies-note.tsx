import { useEffect, useState } from "react";

/**
 * Without cookies, signing in leads back to the sign-in page, so the page says why.
 * @param isLost the browser was given a session and came back without it
 */
export function CookiesNote({ isLost }: { isLost: boolean }) {
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => setIsRefused(refusesCookies()), []);
  if (!isLost && !isRefused) return null;
  return (
    <p role="alert" className="notice tone-warning">
      Your browser blocks cookies, so it can't keep you signed in. Allow cookies for this site, then sign in
      again.
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
