import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useState } from "react";
import { useHasScript } from "./has-script";
import { readLocal, writeLocal } from "./local-storage";
import { Button } from "./parts";

const setting = "single-keys";

interface Keys {
  /** Undefined until script runs. */
  isOn?: boolean;
  turn: (on: boolean) => void;
}

const KeysContext = createContext<Keys>({ turn: () => {} });

/** Whether single keys act, which people can turn off on this device (WCAG 2.1.4). */
export const useKeys = () => useContext(KeysContext);

/** Wraps everything that names a key. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [isOn, setOn] = useState<boolean>();
  useEffect(() => setOn(readLocal(setting) !== "off"), []);
  const turn = (on: boolean) => {
    writeLocal(setting, on ? undefined : "off");
    setOn(on);
  };
  return <KeysContext.Provider value={{ isOn, turn }}>{children}</KeysContext.Provider>;
}

/** Places where a letter could be typed text or a choice. */
const fields = "textarea, select, form input, input:not([type=checkbox])";

/**
 * Presses the element whose `data-key` is the pressed key, or focuses it if it's a field or a form. Call it
 * from the part of the page that must have the focus.
 * @returns whether the key was used
 */
export function pressKey(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
  if (ctrlKey || metaKey || altKey || repeat || !/^[a-z]$/i.test(key)) return false;
  if ((target as HTMLElement).closest(fields)) return false;
  const all = document.querySelectorAll<HTMLElement>(`[data-key="${key.toLowerCase()}"]`);
  // Closed parts of the page may contain others with the same key.
  const marked = [...all].find((one) => one.checkVisibility());
  if (!marked) return false;
  event.preventDefault();
  if (marked.matches("form"))
    marked.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
  else if (marked.matches("textarea")) marked.focus();
  else marked.click();
  return true;
}

/** A button's key, drawn as a picture, so neither screen readers nor text browsers read it. */
export function KeyCap({ of }: { of: string }) {
  return useKeys().isOn === false ? null : <span className="keycap" data-cap={of} aria-hidden="true" />;
}

/**
 * Explains the keys and lets people turn them off. Appears once script runs.
 * @param when where the focus must be, such as "the list has focus"
 */
export function KeyLegend({ when, children }: { when: string; children: ReactNode }) {
  const { isOn, turn } = useKeys();
  if (!useHasScript()) return null;
  return (
    <p className="hint keys">
      {isOn ? (
        <>
          While {when}: {children}
        </>
      ) : (
        "Single keys are off."
      )}{" "}
      <Button type="button" kind="quiet" small onClick={() => turn(!isOn)}>
        {isOn ? "Turn keys off" : "Turn keys on"}
      </Button>
    </p>
  );
}
