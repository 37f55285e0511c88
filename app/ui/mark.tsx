const strokes = {
  /** An ellipse, for wide frames and faces. */
  loop: [
    "M66 3C34-2 2 12 1.5 49 1 86 32 99 57 98.5 86 98 99.5 78 98.5 47 97.5 16 74 2 36 5 26 6 18 9 11 14",
    "M70 4C36-1 4 10 2.5 46",
  ],
  /** Almost a rectangle, for upright frames. */
  boxed: [
    "M60 1.2C32-.5 8 .5 3.5 6-.8 12 .2 80 2.2 91c1.5 8 26 9 53 8.6 26-.4 40-1.2 42.5-9.6C100 76 100.6 24 98 11 95.5 1.6 66 .8 36 2 20 2.6 9 4 4.5 9",
    "M68 2.4C40 .4 12 1.4 5 6.5",
  ],
  /** A check mark. */
  tick: ["M6 54C16 62 26 76 34 94 48 58 66 30 95 8", "M30 84C34 92 35 94 36 92"],
};

/**
 * A stroke of the grease pencil on a frame. Screen readers skip it, so text next to it must say the same. Its parent
 * needs a CSS position.
 */
export function Mark({ shape = "loop", className }: { shape?: keyof typeof strokes; className?: string }) {
  return (
    <svg
      className={className ? `mark ${className}` : "mark"}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path pathLength="1" d={strokes[shape][0]} />
      <path pathLength="1" d={strokes[shape][1]} strokeWidth="2.5" />
    </svg>
  );
}
