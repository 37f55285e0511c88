import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { sampleCard } from "./landing";

/** A deck card that is not interactive. */
export function SampleDeckCard() {
  return (
    <figure className="stack">
      <div className="hero-frame">
        <div className="card">
          <div className="row">
            <Avatar name={sampleCard.name} size="medium" />
            <p>
              <strong>{sampleCard.name}</strong>
              <br />
              <span className="muted">{sampleCard.role}</span>
            </p>
          </div>
          <p>
            <strong className="badge band-90">{sampleCard.match}</strong>
          </p>
          <ul className="row">
            {sampleCard.reasons.map((reason) => (
              <li key={reason}>
                <Badge>{reason}</Badge>
              </li>
            ))}
          </ul>
          <div className="row" aria-hidden="true">
            <span className="btn btn-secondary">
              <Icon name="pass" />
              Pass
            </span>{" "}
            <span className="btn btn-secondary">
              <Icon name="heart" />
              Like
            </span>
          </div>
        </div>
      </div>
      <figcaption className="hint px-6">A sample card: who, how well you match, and why.</figcaption>
    </figure>
  );
}
