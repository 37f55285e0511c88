import { useNavigation, useSubmit } from "@remix-run/react";
import { type CSSProperties, type PointerEvent, useRef, useState } from "react";
import { mostSize } from "~/features/media/media";
import { newId } from "~/ids";
import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { useHasScript } from "~/ui/has-script";
import { Icon } from "~/ui/icon";
import { MoreMenu } from "~/ui/more-menu";
import { Link, SubmitButton } from "~/ui/parts";
import { coverOf, factsOf, type SampleView, sampleLimits } from "../sample";
import { accepted, mostSamplesWords } from "../sample-words";
import { FileSampleForm } from "./sample-form";
import { SampleFrame } from "./sample-frame";

/** A file that was chosen but isn't a sample yet. */
interface Coming {
  key: string;
  file: File;
}

/**
 * The actor's own samples, in order, with what can be done to each, and a place to add more. With script, files can be
 * added on this page.
 */
export function OwnSamples({
  samples,
  services,
}: {
  samples: SampleView[];
  services: { id: number; name: string }[];
}) {
  const { order, itemProps, handleProps, hasScript } = useArrange(samples);
  const [coming, setComing] = useState<Coming[]>([]);
  const room = sampleLimits.count - samples.length - coming.length;
  const cover = coverOf(samples);
  return (
    <div className="stack">
      <ul className="mines">
        {coming.map(({ key, file }, index) => (
          <li key={key} className="mine">
            <FileSampleForm
              sampleKey={key}
              services={services}
              chosen={file}
              isMain={index === 0}
              onEnd={() => setComing((now) => now.filter((one) => one.key !== key))}
            />
          </li>
        ))}
        {order.map((sample, position) => (
          <li key={sample.id} className="mine" {...itemProps(sample.id)}>
            <SampleFrame
              sample={sample}
              from={paths.samples()}
              sizes="(min-width: 64rem) 20rem, 92vw"
              isFirst={position === 0}
            />
            <div className="mine-bar">
              {/* Keyboards can't drag, so there are buttons that move a sample, too. */}
              {hasScript && order.length > 1 && (
                <span className="icon-link grab" title="Drag to reorder" {...handleProps(sample.id)}>
                  <Icon name="grip" />
                </span>
              )}
              <div>
                <strong className="cut1">{sample.title}</strong>{" "}
                <span className="hint cut1">
                  {sample.id === cover?.id
                    ? "Your cover"
                    : [sample.part, ...factsOf(sample)].filter(Boolean).join(" · ")}
                </span>
              </div>
              <Menu
                sample={sample}
                isFirst={position === 0}
                isLast={position === order.length - 1}
                isCover={sample.id === cover?.id}
              />
            </div>
          </li>
        ))}
        {room > 0 && (
          <li className="mine">
            <AddTile
              hasScript={hasScript}
              onChoose={(files) =>
                setComing((now) => [...now, ...files.slice(0, room).map((file) => ({ key: newId(), file }))])
              }
            />
          </li>
        )}
      </ul>
      {samples.length >= sampleLimits.count ? (
        <p>{mostSamplesWords}</p>
      ) : (
        <p>
          <Link to={paths.newSample({ kind: "link" })}>Add a link</Link>{" "}
          <span className="hint">to work on another site</span>
        </p>
      )}
    </div>
  );
}

/** With script, a place to drop files; otherwise a link to the page that adds one. */
function AddTile({ hasScript, onChoose }: { hasScript: boolean; onChoose: (files: File[]) => void }) {
  const words = (
    <>
      <Icon name="plus" />
      <strong>Add {hasScript ? "files" : "a file"}</strong>{" "}
      <span className="hint">
        Pictures and PDFs up to {mostSize.image}, video {mostSize.video}, audio {mostSize.audio}
      </span>
    </>
  );
  return hasScript ? (
    <label className="drop tile">
      {words}
      <input
        type="file"
        multiple
        accept={accepted.sample}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </label>
  ) : (
    <Link className="drop tile" to={paths.newSample()}>
      {words}
    </Link>
  );
}

/** @param isCover whether it's the cover, chosen by its owner or not */
function Menu({
  sample,
  isFirst,
  isLast,
  isCover,
}: Record<"isFirst" | "isLast" | "isCover", boolean> & { sample: SampleView }) {
  const of = <span className="visually-hidden"> {sample.title}</span>;
  const act = (intent: string, label: string, pending: string) => (
    <SubmitButton kind="quiet" small name="intent" value={intent} pending={pending}>
      {label}
      {of}
    </SubmitButton>
  );
  return (
    <MoreMenu label="More" of={sample.title}>
      <Link to={paths.sample(sample.id)}>Edit{of}</Link>
      <Form action={paths.samples()} preventScrollReset>
        <input type="hidden" name="sample" value={sample.id} />
        {sample.isCover
          ? act("no-cover", "Don't use as cover", "Saving...")
          : !isCover && act("cover", "Use as cover", "Saving...")}
        {!isFirst && act("up", "Move up", "Moving...")}
        {!isLast && act("down", "Move down", "Moving...")}
        {act("remove", "Remove", "Removing...")}
      </Form>
    </MoreMenu>
  );
}

interface Drag {
  id: string;
  x: number;
  y: number;
  /** The sample under the pointer. While there's none, the dragged sample itself. */
  over: string;
}

/** Near an edge of the window (`top` and `bottom` are distances in px), each pointer event scrolls by `step` px. */
const edge = { top: 72, bottom: 96, step: 16 };

/**
 * Lets people drag items to reorder them. After a drop, it shows the new order right away; if the server refuses, the
 * old one returns.
 */
function useArrange<Item extends { id: string }>(items: Item[]) {
  const submit = useSubmit();
  const asked = useNavigation().formData;
  const hasScript = useHasScript();
  const [drag, setDrag] = useState<Drag | null>(null);
  /** Where the drag began, in page coordinates, because the page may scroll during it. */
  const start = useRef({ x: 0, y: 0 });

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
    // The dragged item takes the place of the one under the pointer. If it came from above, that one moves up, so the
    // item goes before the one that follows.
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

/** The items in the order that the server is asked to store. */
function placed<Item extends { id: string }>(items: Item[], id: string, before: unknown): Item[] {
  const others = items.filter((item) => item.id !== id);
  const item = items.find((one) => one.id === id);
  const to = before === null ? others.length : others.findIndex((one) => one.id === before);
  return item && to >= 0 ? others.toSpliced(to, 0, item) : items;
}
