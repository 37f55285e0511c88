import { paths } from "~/paths";
import { ButtonLink, EmptyState, Link } from "~/ui/parts";
import type { SampleView } from "../sample";
import { SampleFigure } from "./sample-figure";

/** How many are shown without expanding, so that the text below stays within reach on a phone. */
const shown = 4;

/**
 * A profile's work. Its owner can edit it; if it's empty, others see nothing.
 * @param covering the sample that the cover already shows
 */
export function Samples({
  samples,
  isOwn,
  covering,
  canReport,
}: {
  samples: SampleView[];
  isOwn: boolean;
  covering?: string;
  /** False on pages where an admin decides about the samples. */
  canReport?: boolean;
}) {
  const rest = samples.filter(({ id }) => id !== covering);
  if (rest.length === 0 && !isOwn) return null;
  const more = rest.slice(shown);
  return (
    <section className="stack" aria-labelledby="work">
      <div className="row justify-between">
        <h2 id="work">Work</h2>
        {isOwn && samples.length > 0 && <Link to={paths.samples()}>Edit your work</Link>}
      </div>
      {rest.length > 0 && <Figures samples={rest.slice(0, shown)} canReport={canReport} />}
      {more.length > 0 && (
        <details className="stack">
          <summary>{more.length === 1 ? "1 more sample" : `${more.length} more samples`}</summary>
          <Figures samples={more} canReport={canReport} />
        </details>
      )}
      {samples.length === 0 && (
        <EmptyState
          title="Show what you've made"
          action={
            <ButtonLink kind="secondary" to={paths.newSample()}>
              Add a sample
            </ButtonLink>
          }
        >
          People decide by looking at work. Add a picture, a video, a PDF or a link.
        </EmptyState>
      )}
    </section>
  );
}

function Figures({ samples, canReport }: { samples: SampleView[]; canReport?: boolean }) {
  return (
    <ul className="cards">
      {samples.map((sample) => (
        <li key={sample.id}>
          <SampleFigure sample={sample}>{canReport && <ReportSample sample={sample} />}</SampleFigure>
        </li>
      ))}
    </ul>
  );
}

export function ReportSample({ sample }: { sample: Pick<SampleView, "id" | "title"> }) {
  return (
    <p>
      <Link to={paths.reportThing("sample", sample.id)} className="hint">
        Report<span className="visually-hidden"> {sample.title}</span>
      </Link>
    </p>
  );
}
