import { WayBack } from "./way-back";

/** Shown for a page that does not exist or that this person may not see. */
export function NotFoundPage({ reference }: { reference?: string }) {
  return (
    <div className="message-page">
      <h1>Page not found</h1>
      <p className="muted">This page doesn't exist, or it isn't open to you.</p>
      <WayBack />
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}
