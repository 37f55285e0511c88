import { WayBack } from "./way-back";

/** Missing, or hidden from this person. */
export function NotFoundPage({ reference }: { reference?: string }) {
  return (
    <div className="message-page cut-page">
      <h1>Page not found</h1>
      <p className="muted">This page doesn't exist, or it isn't open to you.</p>
      <WayBack />
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}
