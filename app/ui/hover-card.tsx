import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";

/** Milliseconds, M-CON-1. */
const opensAfter = 700;
const closesAfter = 300;
/** Only where the card stands beside the page, as the styles have it: elsewhere it opens when it is pressed. */
const isBeside = () => matchMedia("(hover: hover) and (width >= 64rem)").matches;

/**
 * Words behind a label: a native <details>, opened by a press. With script it also opens on hover and focus, and closes
 * when these leave, on Escape, and on a press beside it. One that was pressed open stays when the pointer leaves.
 */
export function HoverCard({ label, children }: { label: string; children: ReactNode }) {
  const self = useRef<HTMLDetailsElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressedOpen = useRef(false);

  function set(open: boolean) {
    clearTimeout(timer.current);
    if (self.current) self.current.open = open;
    if (!open) isPressedOpen.current = false;
  }
  function setLater(open: boolean) {
    clearTimeout(timer.current);
    if (!open && isPressedOpen.current) return;
    if (!open || isBeside()) timer.current = setTimeout(set, open ? opensAfter : closesAfter, open);
  }

  useEffect(() => {
    const close = () => {
      clearTimeout(timer.current);
      isPressedOpen.current = false;
      if (self.current) self.current.open = false;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !self.current) return;
      if (self.current.open && self.current.contains(document.activeElement))
        self.current.querySelector("summary")?.focus();
      close();
    };
    const closeFromBeside = (event: Event) => {
      if (!self.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("keydown", closeByKey);
    document.addEventListener("pointerdown", closeFromBeside);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("keydown", closeByKey);
      document.removeEventListener("pointerdown", closeFromBeside);
    };
  }, []);

  function press(event: MouseEvent) {
    clearTimeout(timer.current);
    const isOpen = self.current?.open ?? false;
    // A press on one that hovering has opened keeps it.
    if (isOpen && !isPressedOpen.current) event.preventDefault();
    isPressedOpen.current = !isOpen || !isPressedOpen.current;
  }
  function leave({ relatedTarget }: FocusEvent) {
    if (self.current?.contains(relatedTarget)) return;
    isPressedOpen.current = false;
    setLater(false);
  }

  return (
    <details
      ref={self}
      className="hover-card"
      onPointerEnter={(event: PointerEvent) => event.pointerType === "mouse" && setLater(true)}
      onPointerLeave={(event: PointerEvent) => event.pointerType === "mouse" && setLater(false)}
      onFocus={() => self.current?.open || setLater(true)}
      onBlur={leave}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is pressed as a button is */}
      <summary onClick={press}>{label}</summary>
      <div className="card">{children}</div>
    </details>
  );
}
