import { Frame } from "~/features/media/components/frame";
import { toneStyle } from "~/features/media/components/picture";
import { Avatar, hueOf } from "~/ui/avatar";
import { headingFace } from "~/ui/heading-face";
import { canLead, coverFirst, type SampleView } from "../sample";
import { frameOf } from "./sample-frame";

/** The actor's card, small: their cover and one more picture, their face and their name. */
export function WorkPreview({
  samples,
  person: { name, avatarUrl },
  about,
}: {
  samples: SampleView[];
  person: { name: string; avatarUrl: string | null };
  about: string[];
}) {
  const shown = coverFirst(samples.filter(canLead)).slice(0, 2);
  const [first] = shown.length > 0 ? shown : samples;
  return (
    <div className={`mini film ${hueOf(name)}`} style={first?.picture ? toneStyle(first.picture) : undefined}>
      <div className="clip">
        {(shown.length > 0 ? shown : samples.slice(0, 1)).map((sample) => {
          const { id: _id, to: _to, ...frame } = frameOf(sample, "");
          return <Frame key={sample.id} {...frame} sizes="(min-width: 64rem) 24rem, 80vw" />;
        })}
      </div>
      <p className="by">
        <Avatar name={name} src={avatarUrl} size="small" />
        <span>
          <b className={headingFace(name)}>{name}</b> {about.join(" · ")}
        </span>
      </p>
    </div>
  );
}
