import { type DragEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";

export type Choice = "like" | "pass";

/** In px. A card dragged past `threshold` is swiped. Past `limits`, it follows the finger more slowly. */
const threshold = 100;
const limits = { x: 150, y: 50 };
/**
 * A flick swipes the card even below the threshold: at least `x` px far and `speed` px per ms fast, with a pause of at
 * most `rest` ms before release.
 */
const flick = { x: 24, speed: 0.5, rest: 100 };
const startsAfter = 8;
/** How much of the finger's movement the card follows beyond a limit. */
const give = 0.2;
/** How long a swiped card takes to leave, in ms: `path`, in px, divided by its speed, within the bounds. */
const flight = { least: 120, most: 220, path: 320 };

function resisted(value: number, limit: number): number {
  const beyond = Math.max(0, Math.abs(value) - limit);
  return Math.sign(value) * (Math.abs(value) - beyond * (1 - give));
}

const flightAt = (speed: number) =>
  Math.round(Math.max(flight.least, Math.min(flight.most, flight.path / Math.abs(speed))));

interface Track {
  x: number;
  y: number;
  /** The previous pointer event, for the speed. */
  lastX: number;
  lastAt: number;
  speed: number;
}

/**
 * The choice that a drag makes; null if the card snaps back.
 * @param pull `x` in px, `speed` in px per ms, and how many ms the finger rested before release
 */
export function choiceOf({
  x,
  speed,
  restedFor,
}: {
  x: number;
  speed: number;
  restedFor: number;
}): Choice | null {
  const isFlick =
    restedFor <= flick.rest &&
    Math.abs(x) > flick.x &&
    Math.abs(speed) > flick.speed &&
    Math.sign(speed) === Math.sign(x);
  if (Math.abs(x) <= threshold && !isFlick) return null;
  return x > 0 ? "like" : "pass";
}

interface Point {
  x: number;
  y: number;
}

/**
 * Sets styles directly instead of rendering, so that a slow phone keeps up with the finger. `--pull` is registered as
 * not inherited, so it's set on each child.
 */
function place(card: HTMLElement, at: Point | null): void {
  card.style.transform = at ? `translate(${at.x}px, ${at.y}px) rotate(${at.x / 20}deg)` : "";
  const pull = at ? String(Math.min(1, Math.abs(at.x) / threshold)) : "";
  for (const part of card.children) (part as HTMLElement).style.setProperty("--pull", pull);
}

/** Drags from anywhere on the card, including its links. */
export function useDrag(onSwipe: (choice: Choice) => void) {
  const track = useRef<Track | null>(null);
  const wasDragged = useRef(false);
  const pulled = useRef<Point | null>(null);
  const [side, setSide] = useState<Choice | undefined>();
  const pull = (card: HTMLElement, to: Point | null) => {
    pulled.current = to;
    place(card, to);
    setSide(to ? (to.x > 0 ? "like" : "pass") : undefined);
  };

  function begin(event: PointerEvent<HTMLElement>) {
    wasDragged.current = false;
    if (event.button !== 0 || (event.target as Element).closest("button, summary, input")) return;
    const { clientX: x, clientY: y, timeStamp } = event;
    track.current = { x, y, lastX: x, lastAt: timeStamp, speed: 0 };
  }

  function move(event: PointerEvent<HTMLElement>) {
    const from = track.current;
    if (!from) return;
    const x = resisted(event.clientX - from.x, limits.x);
    if (!pulled.current && Math.abs(x) < startsAfter) return;
    const passed = event.timeStamp - from.lastAt;
    if (passed > 0) {
      const speed = (event.clientX - from.lastX) / passed;
      track.current = { ...from, lastX: event.clientX, lastAt: event.timeStamp, speed };
    }
    if (!pulled.current) {
      wasDragged.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    pull(event.currentTarget, { x, y: resisted(event.clientY - from.y, limits.y) });
  }

  function end(event: PointerEvent<HTMLElement>) {
    const from = track.current;
    track.current = null;
    const at = pulled.current;
    if (!at || !from) return;
    pull(event.currentTarget, null);
    const choice = choiceOf({ x: at.x, speed: from.speed, restedFor: event.timeStamp - from.lastAt });
    if (!choice) return;
    event.currentTarget.style.setProperty("--flight", `${flightAt(from.speed)}ms`);
    onSwipe(choice);
  }

  return {
    "data-dragging": side,
    // The browser's built-in dragging of links and pictures would cancel this drag.
    onDragStart: (event: DragEvent<HTMLElement>) => event.preventDefault(),
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      track.current = null;
      pull(event.currentTarget, null);
    },
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
