import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon";

/**
 * A button that unfolds a menu of links and forms: a native <details>. With script, Escape and a click outside close
 * it.
 * @param of what the menu is for, such as a person's name; if it's given, the button shows only dots, and screen
 * readers get the label
 */
export function MoreMenu({ label, of, children }: { label: string; of?: string; children: ReactNode }) {
  const self = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const closeOnOutsideClick = ({ target }: Event) => {
      if (self.current && !self.current.contains(target as Node)) self.current.open = false;
    };
    document.addEventListener("pointerdown", closeOnOutsideClick);
    return () => document.removeEventListener("pointerdown", closeOnOutsideClick);
  }, []);

  function closeByKey({ key }: KeyboardEvent) {
    if (key !== "Escape" || !self.current?.open) return;
    self.current.open = false;
    self.current.querySelector("summary")?.focus();
  }

  return (
    <details ref={self} className="more-menu" onKeyDown={closeByKey}>
      <summary className={of ? "icon-link" : "btn btn-quiet"}>
        <span className={of && "visually-hidden"}>{of ? `${label} for ${of}` : label}</span>{" "}
        <Icon name="more" />
      </summary>
      <div className="card">{children}</div>
    </details>
  );
}
