import type { SampleView } from "../sample";
import { SampleFigure } from "./sample-figure";

/** How many are shown without expanding, so that the text below stays within reach on a phone. */
const mostShown = 4;

/** Someone's work with all that's known about it, for admins. Renders nothing if there is none. */
export function Samples({ samples }: { samples: SampleView[] }) {
  if (samples.length === 0) return null;
  const more = samples.slice(mostShown);
  return (
    <section className="stack" aria-labelledby="work">
      <h2 id="work">Work</h2>
      <Figures samples={samples.slice(0, mostShown)} />
      {more.length > 0 && (
        <details className="stack">
          <summary>{more.length === 1 ? "1 more sample" : `${more.length} more samples`}</summary>
          <Figures samples={more} />
        </details>
      )}
    </section>
  );
}

function Figures({ samples }: { samples: SampleView[] }) {
  return (
    <ul className="cards">
      {samples.map((sample) => (
        <li key={sample.id}>
          <SampleFigure sample={sample} />
        </li>
      ))}
    </ul>
  );
}
