import { type FocusEvent, useEffect, useRef, useState } from "react";

/**
 * When the focused item of a list is removed, moves the focus to the one that takes its place or, if it was the last,
 * to the list's container. Items need `data-item`, and both items and container a tabIndex.
 * @param ids the current items, in order
 * @returns the container's props, and `next`: the ID of the item that received the focus, so that the caller can
 * announce it
 */
export function useNextFocus<Container extends HTMLElement>(ids: readonly string[]) {
  const ref = useRef<Container>(null);
  const focused = useRef<{ id: string; index: number } | null>(null);
  const [next, setNext] = useState<string>();
  const joinedIds = ids.join();

  useEffect(() => {
    const last = focused.current;
    if (!last || joinedIds.split(",").includes(last.id) || document.activeElement !== document.body) return;
    focused.current = null;
    const items = itemsIn(ref.current);
    const item = items[Math.min(last.index, items.length - 1)];
    (item ?? ref.current)?.focus();
    setNext(item?.dataset.item);
  }, [joinedIds]);

  function onFocus({ target }: FocusEvent<Container>) {
    const items = itemsIn(ref.current);
    const index = items.findIndex((item) => item.contains(target));
    focused.current = index < 0 ? null : { id: items[index]?.dataset.item ?? "", index };
  }

  return { ref, onFocus, next };
}

const itemsIn = (container: HTMLElement | null) => [
  ...(container?.querySelectorAll<HTMLElement>("[data-item]") ?? []),
];
