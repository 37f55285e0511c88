import { Picture } from "~/features/media/components/picture";
import type { AttachmentView } from "~/features/messaging/attachment";
import { SampleFigure } from "~/features/portfolio/components/sample-figure";
import { paths } from "~/paths";
import { Time } from "~/ui/time";
import type { Snapshot, SnapshotMessage } from "../report";

export function SnapshotView({ snapshot }: { snapshot: Snapshot }) {
  const { title, name, facts, samples = [], messages = [] } = snapshot;
  return (
    <div className="stack">
      <p>
        <strong>{title}</strong> {name !== title && <span className="muted">by {name}</span>}
      </p>
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(([label, text], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be the same
            <div key={index}>
              <dt>{label}</dt> <dd className="whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {messages.length > 0 && (
        <ol className="stack">
          {messages.map((message) => (
            <li key={message.seq} className={message.isMeant ? "notice" : undefined}>
              <Said message={message} />
            </li>
          ))}
        </ol>
      )}
      {samples.length > 0 && (
        <ul className="cards">
          {samples.map((sample) => (
            <li key={sample.id}>
              <SampleFigure sample={sample} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Not as the thread shows it: what both show would be a chunk of its own, which weighs on every conversation. */
function SaidFile({ file: { mediaId, kind, name, picture } }: { file: AttachmentView }) {
  const variant = picture ? `${picture.widths.at(-1)}.webp` : "file";
  return (
    <a href={paths.media(mediaId, variant)} target="_blank" rel="noopener">
      {picture && <Picture picture={picture} sizes="18rem" />}
      {name || `A file (${kind})`}
    </a>
  );
}

function Said({
  message: { sender, content, file, attachment, isDeleted, isMeant, at },
}: {
  message: SnapshotMessage;
}) {
  return (
    <>
      <strong>
        {isMeant && "Reported: "}
        {sender}
      </strong>{" "}
      <Time at={at} as="dateTime" className="hint" />{" "}
      <p className="whitespace-pre-line">
        {isDeleted ? "(deleted before)" : content}
        {file && !attachment && ` (with a file: ${file})`}
      </p>
      {attachment && <SaidFile file={attachment} />}
    </>
  );
}
