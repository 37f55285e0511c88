import { Picture } from "~/features/media/components/picture";
import type { SampleView } from "~/features/portfolio/sample";
import { sampleKindWords } from "~/features/portfolio/sample-words";
import { paths } from "~/paths";
import { FieldError, Hint } from "~/ui/field";
import type { FieldState } from "~/ui/form-fields";
import { Link } from "~/ui/link";
import { mostNamedSamples } from "../project";

export type NamableSample = Pick<SampleView, "id" | "kind" | "title" | "picture">;

/** Checkboxes of the applicant's own work. Without any, a way to add some. */
export function NameSamples({ samples, field }: { samples: NamableSample[]; field: FieldState }) {
  const { id, initialValue, errors } = field;
  const chosen = [initialValue ?? []].flat().map(String);
  if (samples.length === 0)
    return (
      <p className="hint">
        You have no work samples to show with it yet. <Link to={paths.newSample()}>Add one first</Link>.
      </p>
    );
  return (
    <fieldset className="field">
      <legend>Show with it (Optional)</legend>
      <Hint
        id={id}
        hint={`Up to ${mostNamedSamples} of your work samples. The creator sees them beside your note.`}
      />
      <ul className="cards sample-choices">
        {samples.map((sample, index) => (
          <li key={sample.id}>
            <label className="check">
              <input
                type="checkbox"
                name="sampleIds"
                value={sample.id}
                id={index === 0 ? id : undefined}
                defaultChecked={chosen.includes(sample.id)}
              />
              {sample.picture && <Picture picture={sample.picture} sizes="6rem" />}
              <span>
                {sample.title} <span className="hint">{sampleKindWords[sample.kind]}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FieldError id={id} error={errors} />
    </fieldset>
  );
}
