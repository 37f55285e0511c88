import type { ComponentProps } from "react";

/**
 * A link to the part of the page with this ID, which gets the focus. Script jumps without the router, which would take
 * the browser's own jump for a return to an earlier page, and scroll back.
 */
export function JumpLink({ to, ...props }: { to: string } & Omit<ComponentProps<"a">, "href" | "onClick">) {
  return (
    <a
      {...props}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        const part = document.getElementById(to);
        part?.scrollIntoView();
        part?.focus({ preventScroll: true });
      }}
    />
  );
}
