import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";

/** Both in milliseconds. */
const opensAfter = 700;
const closesAfter = 300;
/**
 * Only such screens have room for the card next to the page. Elsewhere, only a click opens it. The stylesheet has the
 * same condition.
 */
const isBeside = () => matchMedia("(hover: hover) and (width >= 64rem)").matches;

/**
 * A native <details>. With script, it also opens on hover or focus, and closes when they leave, on Escape, or on a
 * click outside. If it was opened by a click, leaving with the pointer doesn't close it.
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
    // If it's open before script runs, a click has opened it.
    isPressedOpen.current = self.current?.open ?? false;
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
    const closeOnOutsideClick = (event: Event) => {
      if (!self.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("keydown", closeByKey);
    document.addEventListener("pointerdown", closeOnOutsideClick);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("keydown", closeByKey);
      document.removeEventListener("pointerdown", closeOnOutsideClick);
    };
  }, []);

  function press(event: MouseEvent) {
    clearTimeout(timer.current);
    const isOpen = self.current?.open ?? false;
    // If hover has opened the card, a click keeps it open instead of closing it.
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is clickable like a button */}
      <summary onClick={press}>{label}</summary>
      <div className="card">{children}</div>
    </details>
  );
}
