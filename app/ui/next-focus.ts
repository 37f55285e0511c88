import { type FocusEvent, useEffect, useRef, useState } from "react";

/**
 * For a list whose items can leave: the focus of an item that is gone moves to the one in its place, or, after the
 * last, to the element around the list. Items carry `data-item`; both need a tabIndex.
 * @param ids the items that are there, in order
 * @returns what the element around the list needs, and the id of the item that the focus moved to, to announce it
 */
export function useNextFocus<Around extends HTMLElement>(ids: readonly string[]) {
  const ref = useRef<Around>(null);
  const focused = useRef<{ id: string; index: number } | null>(null);
  const [next, setNext] = useState<string>();
  const now = ids.join();

  useEffect(() => {
    const last = focused.current;
    if (!last || now.split(",").includes(last.id) || document.activeElement !== document.body) return;
    focused.current = null;
    const items = itemsIn(ref.current);
    const item = items[Math.min(last.index, items.length - 1)];
    (item ?? ref.current)?.focus();
    setNext(item?.dataset.item);
  }, [now]);

  function onFocus({ target }: FocusEvent<Around>) {
    const items = itemsIn(ref.current);
    const index = items.findIndex((item) => item.contains(target));
    focused.current = index < 0 ? null : { id: items[index]?.dataset.item ?? "", index };
  }

  return { ref, onFocus, next };
}

const itemsIn = (around: HTMLElement | null) => [
  ...(around?.querySelectorAll<HTMLElement>("[data-item]") ?? []),
];
