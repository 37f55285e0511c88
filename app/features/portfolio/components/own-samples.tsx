import { useNavigation, useSubmit } from "@remix-run/react";
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Badge, Link, SubmitButton } from "~/ui/parts";
import type { SampleView } from "../sample";
import { SampleFigure } from "./sample-figure";

/** The actor's own samples in order; with script, each has a handle to drag it. */
export function OwnSamples({ samples }: { samples: SampleView[] }) {
  const { order, itemProps, handleProps, hasScript } = useArrange(samples);
  return (
    <ol className="cards samples-own">
      {order.map((sample, position) => (
        <li key={sample.id} {...itemProps(sample.id)}>
          {/* For pointers; keyboards use the buttons. */}
          {hasScript && order.length > 1 && (
            <span className="drag-handle" title="Drag to reorder" {...handleProps(sample.id)} />
          )}
          <OwnSample sample={sample} isFirst={position === 0} isLast={position === order.length - 1} />
        </li>
      ))}
    </ol>
  );
}

function OwnSample({ sample, isFirst, isLast }: { sample: SampleView; isFirst: boolean; isLast: boolean }) {
  const act = (intent: string, label: string, pending: string, isOff = false) => (
    <SubmitButton kind="quiet" small name="intent" value={intent} pending={pending} disabled={isOff}>
      {label}
      <span className="visually-hidden"> {sample.title}</span>
    </SubmitButton>
  );
  return (
    <SampleFigure sample={sample} isFirst={isFirst}>
      {sample.isCover && (
        <p>
          <Badge tone="positive">Cover</Badge>
        </p>
      )}
      <Form action={paths.samples()} className="row" preventScrollReset>
        <input type="hidden" name="sample" value={sample.id} />
        {act("up", "Move up", "Moving...", isFirst)}
        {act("down", "Move down", "Moving...", isLast)}
        {sample.isCover
          ? act("no-cover", "Remove as cover", "Saving...")
          : act("cover", "Use as cover", "Saving...")}
        <Link to={paths.sample(sample.id)}>
          Edit<span className="visually-hidden"> {sample.title}</span>
        </Link>{" "}
        {act("remove", "Remove", "Removing...")}
      </Form>
    </SampleFigure>
  );
}

interface Drag {
  id: string;
  x: number;
  y: number;
  /** The drop target; the item's own id while it would stay. */
  over: string;
}

/** The page scrolls by `step` px per event while the pointer is this near to an edge. */
const edge = { top: 72, bottom: 96, step: 16 };

/** Reorders a list by dragging; shows the requested order until the server has decided. */
function useArrange<Item extends { id: string }>(items: Item[]) {
  const submit = useSubmit();
  const asked = useNavigation().formData;
  const [hasScript, setHasScript] = useState(false);
  const [drag, setDrag] = useState<Drag | null>(null);
  /** In page coordinates, so scrolling counts. */
  const start = useRef({ x: 0, y: 0 });
  useEffect(() => setHasScript(true), []);

  const order =
    asked?.get("intent") === "place"
      ? placed(items, String(asked.get("sample")), asked.get("before"))
      : items;

  function begin(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.pageX, y: event.pageY };
    setDrag({ id, x: 0, y: 0, over: id });
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!drag) return;
    if (event.clientY < edge.top) scrollBy(0, -edge.step);
    else if (event.clientY > innerHeight - edge.bottom) scrollBy(0, edge.step);
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-item]");
    setDrag({
      ...drag,
      x: event.pageX - start.current.x,
      y: event.pageY - start.current.y,
      over: under?.getAttribute("data-item") ?? drag.id,
    });
  }

  function end() {
    setDrag(null);
    if (!drag || drag.over === drag.id) return;
    const [from, to] = [drag.id, drag.over].map((id) => order.findIndex((item) => item.id === id));
    // Takes the place of the item below: those in between move up or down.
    const next = order[(to ?? 0) + ((from ?? 0) < (to ?? 0) ? 1 : 0)];
    const fields = { intent: "place", sample: drag.id, ...(next && { before: next.id }) };
    submit(fields, { method: "post", action: paths.samples(), preventScrollReset: true });
  }

  return {
    order,
    hasScript,
    itemProps: (id: string) => ({
      "data-item": id,
      "data-drag": drag?.id === id ? "moving" : drag?.over === id ? "over" : undefined,
      style: drag?.id === id ? ({ translate: `${drag.x}px ${drag.y}px` } satisfies CSSProperties) : undefined,
    }),
    handleProps: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, id),
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    }),
  };
}

/** The order that the server will store. */
function placed<Item extends { id: string }>(items: Item[], id: string, before: unknown): Item[] {
  const others = items.filter((item) => item.id !== id);
  const item = items.find((one) => one.id === id);
  const to = before === null ? others.length : others.findIndex((one) => one.id === before);
  return item && to >= 0 ? others.toSpliced(to, 0, item) : items;
}
