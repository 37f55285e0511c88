import { WayBack } from "./way-back";

/** What stands where a page failed: words for people, and a reference that finds the cause in the log. */
export function ErrorPage({ title, text, reference }: { title: string; text: string; reference?: string }) {
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      <WayBack />
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}
