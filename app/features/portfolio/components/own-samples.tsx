import type { SampleView } from "../sample";
import { OwnSample } from "./own-sample";
import { useArrange } from "./use-arrange";

/** The actor's own, in their order; with script, each can be dragged to its place by a handle. */
export function OwnSamples({ samples }: { samples: SampleView[] }) {
  const { order, itemProps, handleProps, hasScript } = useArrange(samples);
  return (
    <ol className="cards samples-own">
      {order.map((sample, position) => (
        <li key={sample.id} {...itemProps(sample.id)}>
          {/* For pointers; the keyboard has the buttons. */}
          {hasScript && order.length > 1 && (
            <span className="drag-handle" title="Drag to its place" {...handleProps(sample.id)} />
          )}
          <OwnSample sample={sample} isFirst={position === 0} isLast={position === order.length - 1} />
        </li>
      ))}
    </ol>
  );
}
