import { createContext, type KeyboardEvent, type ReactNode, useContext, useSyncExternalStore } from "react";
import { useHasScript } from "./has-script";
import { readLocal, writeLocal } from "./local-storage";
import { Button } from "./parts";

const setting = "single-keys";

interface Keys {
  /** Whether single keys work. Undefined until script runs. */
  isOn?: boolean;
  turn: (on: boolean) => void;
}

const KeysContext = createContext<Keys>({ turn: () => {} });

/**
 * Whether single keys work, and a function that turns them on or off. WCAG 2.1.4 requires that people can turn them
 * off; the setting is stored on this device.
 */
export const useKeys = () => useContext(KeysContext);

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const isOnHere = () => readLocal(setting) !== "off";

/**
 * Provides the setting to everything inside that handles or shows a key. The next case knows it from its first render,
 * because its heading has the focus right away.
 */
export function KeysProvider({ children }: { children: ReactNode }) {
  const isOn = useSyncExternalStore<boolean | undefined>(subscribe, isOnHere, () => undefined);
  const turn = (on: boolean) => {
    writeLocal(setting, on ? undefined : "off");
    for (const listener of listeners) listener();
  };
  return <KeysContext.Provider value={{ isOn, turn }}>{children}</KeysContext.Provider>;
}

/** Controls where a letter types or selects something, so it must not act as a shortcut. */
const fields = "textarea, select, form input, input:not([type=checkbox])";

/**
 * Handles a shortcut: clicks the visible element whose `data-key` is the pressed letter or, if it's a field or form,
 * focuses it. Attach it to the part of the page that must have the focus.
 * @returns whether the key was used
 */
export function pressKey(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
  if (ctrlKey || metaKey || altKey || repeat || !/^[a-z]$/i.test(key)) return false;
  if ((target as HTMLElement).closest(fields)) return false;
  const all = document.querySelectorAll<HTMLElement>(`[data-key="${key.toLowerCase()}"]`);
  // Several elements may have this key, but only one of them is visible.
  const marked = [...all].find((one) => one.checkVisibility());
  if (!marked) return false;
  event.preventDefault();
  if (marked.matches("form"))
    marked.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
  else if (marked.matches("textarea")) marked.focus();
  else marked.click();
  return true;
}

/**
 * The key that presses a button, shown in the button. The stylesheet draws it, so for screen readers and text browsers
 * it isn't part of the label.
 */
export function KeyCap({ of }: { of: string }) {
  return useKeys().isOn === false ? null : <span className="keycap" data-cap={of} aria-hidden="true" />;
}

/**
 * The list of keys, with the switch that turns them off. Only shown once script runs.
 * @param when the condition, in words: "the list has focus"
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
        "Keyboard shortcuts are off."
      )}{" "}
      <Button type="button" kind="quiet" small onClick={() => turn(!isOn)}>
        {isOn ? "Turn off shortcuts" : "Turn on shortcuts"}
      </Button>
    </p>
  );
}
