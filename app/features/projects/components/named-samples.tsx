import { SampleFigure } from "~/features/portfolio/components/sample-figure";
import type { SampleView } from "~/features/portfolio/sample";

/** What an applicant names, or else the first of their profile, large enough to decide by. Nothing without any. */
export function NamedSamples({ samples, areNamed }: { samples: SampleView[]; areNamed: boolean }) {
  if (samples.length === 0) return null;
  return (
    <section aria-labelledby="named-work" className="stack">
      <h2 id="named-work" className="text-lg">
        {areNamed ? "Work sent with it" : "Work on their profile"}
      </h2>
      <ul className="cards">
        {samples.map((sample, index) => (
          <li key={sample.id}>
            <SampleFigure sample={sample} isFirst={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}
