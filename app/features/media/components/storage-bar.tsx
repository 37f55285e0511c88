import { type ReactNode, useId } from "react";
import { mostBytes, quotaBytes, quotaSize, type StorageUse, sizeText } from "../media";

const places = {
  work: "Your work",
  messages: "Messages",
  projects: "Projects",
  waiting: "Not used yet",
} as const;

/** How much a person stores and where, compared with their limit. */
export function StorageBar({ storage, children }: { storage: StorageUse; children?: ReactNode }) {
  const id = useId();
  const parts = (Object.keys(places) as (keyof typeof places)[])
    .map((place) => ({ place, bytes: storage[place] ?? 0 }))
    .filter(({ bytes }) => bytes > 0);
  const used = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const left = Math.max(0, quotaBytes - used);
  return (
    <section className="storage" aria-labelledby={id}>
      <h2 id={id}>Storage</h2>
      <p>
        <strong>{sizeText(used)}</strong> of {quotaSize} used
        {left < mostBytes.video && <span className="hint"> · {sizeText(left)} left</span>}
      </p>
      <div className="storage-parts" aria-hidden="true">
        {parts.map(({ place, bytes }) => (
          <i key={place} style={{ flexGrow: bytes }} />
        ))}
        <i className="free" style={{ flexGrow: left }} />
      </div>
      {parts.length > 0 && (
        <ul className="legend">
          {parts.map(({ place, bytes }) => (
            <li key={place}>
              <i aria-hidden="true" /> {places[place]} <b>{sizeText(bytes)}</b>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
