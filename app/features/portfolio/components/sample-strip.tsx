import { Picture } from "~/features/media/components/picture";
import { type SampleView, sampleKindWords } from "../sample";

/** Small previews of a person's first samples; nothing if there are none. */
export function SampleStrip({
  samples,
  label,
  most = 4,
}: {
  samples: Pick<SampleView, "kind" | "title" | "picture">[];
  label: string;
  most?: number;
}) {
  if (samples.length === 0) return null;
  return (
    <ul className="row hint sample-strip" aria-label={label}>
      {samples.slice(0, most).map((sample, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the samples never move
        <li key={index}>
          {sample.picture && <Picture picture={sample.picture} />}
          <span className={sample.picture ? "visually-hidden" : undefined}>
            {sampleKindWords[sample.kind]}: {sample.title}
          </span>
        </li>
      ))}
      {samples.length > most && <li>and {samples.length - most} more</li>}
    </ul>
  );
}
