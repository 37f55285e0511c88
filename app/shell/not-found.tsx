import { WayBack } from "./way-back";

/** Missing, or hidden from this person. */
export function NotFoundPage({ reference, written }: { reference?: string; written?: string }) {
  return (
    <div className="message-page cut-page">
      <h1>Page not found</h1>
      <p className="muted">This page doesn't exist, or it isn't open to you.</p>
      {written && (
        <div className="field">
          <label htmlFor="written">Nothing was sent. This is what you wrote:</label>
          <textarea id="written" rows={6} readOnly defaultValue={written} />
        </div>
      )}
      <WayBack />
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}
