import type { ReactNode } from "react";
import { WayBack } from "./way-back";

/** The reference finds the cause in the log. */
export function ErrorPage({
  title,
  text,
  reference,
  retry,
}: {
  title: string;
  text: string;
  reference?: string;
  retry?: ReactNode;
}) {
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      {retry}
      <WayBack />
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}
