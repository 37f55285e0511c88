import type { ReactNode } from "react";

/** SVG paths on a grid of 24 × 24 units, drawn as strokes in the color of the text. */
const drawings = {
  menu: "M4 8h16M4 16h16",
  more: "M4 12h2m-1-1v2m6-1h2m-1-1v2m6-1h2m-1-1v2",
  close: "M6 6l12 12M18 6 6 18",
  pass: "M6 6l12 12M18 6 6 18",
  check: "M5 13l4 4L19 7",
  minus: "M6 12h12",
  plus: "M6 12h12M12 6v12",
  grip: "M9 5v2M15 5v2M9 11v2M15 11v2M9 17v2M15 17v2",
  heart: "M12 20S4 15 4 9a4 4 0 018-1 4 4 0 0 1 8 1c0 6-8 11-8 11z",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 010 10h-4",
  message: "M4 5h16v11H10l-5 4v-4H4z",
  discover:
    "M6.5 3.5h7A2.5 2.5 0 0116 6v12a2.5 2.5 0 01-2.5 2.5h-7A2.5 2.5 0 014 18V6a2.5 2.5 0 012.5-2.5zM19 6.5l.7.2a1.5 1.5 0 011.1 1.8L18.8 17",
  home: "M4 11 12 4l8 7v9h-5v-6H9v6H4z",
  person: "M12 12a4 4 0 100-8 4 4 0 0 0 0 8zM4 20c1-4 4-5 8-5s7 1 8 5",
  bell: "M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4",
  search: "M11 4a7 7 0 100 14 7 7 0 0 0 0-14zM16 16l4 4",
  star: "M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2L6.4 20l1.3-6.2L3 9.5l6.3-.7z",
  flag: "M5 21V4h13l-3 4 3 4H5",
  brief: "M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3",
  warning: "M12 4 2.5 20h19zM12 10v4.5M12 17.5v.01",
  send: "M4 11 20 4l-5 16-3-8zM12 12l8-8",
  paperclip: "M20 11l-8.5 8.5a5 5 0 01-7-7L13 4a3.5 3.5 0 015 5l-8.5 8.5a2 2 0 01-3-3L14 7",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  "arrow-left": "M19 12H5M11 6l-6 6 6 6",
  "arrow-right": "M5 12h14M13 6l6 6-6 6",
  matches: "M3 4.5h11.5L10 17H3zM18 7h3v13h-7.7z",
  sliders: "M4 8h9M17 8h3M4 16h3M11 16h9M15 5.5v5M9 13.5v5",
  loop: "M16.5 4.3C10.5 2 3 5.2 2.4 11.2 1.8 17 7.4 20.8 13 20.3c5.6-.5 9.3-4.5 8.7-9C21 6.4 15.5 3.6 9.8 5.2 7.6 5.8 5.7 6.9 4.3 8.6",
  next: "M9 5l7 7-7 7",
  clock: "M12 4a8 8 0 100 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  previous: "M15 5l-7 7 7 7",
  "sign-out": "M10 4H5v16h5M15 8l4 4-4 4M19 12H9",
};

export type IconName = keyof typeof drawings;

export const iconNames = Object.keys(drawings) as IconName[];

/**
 * An icon. Screen readers read its `label`, or skip it. `size` is in pixels; by default it's 1.25 em. Icons are inlined,
 * because a sprite with all of them took a fifth of each page's HTML, and a page uses only a third of them.
 */
export function Icon({ name, size, label }: { name: IconName; size?: number; label?: ReactNode }) {
  return (
    <>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" width={size} height={size}>
        <path d={drawings[name]} />
      </svg>
      {label && <span className="visually-hidden">{label}</span>}
    </>
  );
}
