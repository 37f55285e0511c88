import { type ComponentProps, type MouseEvent, useContext, useRef } from "react";
import { PendingSubmitterContext } from "./form";
import { Link, type LinkProps } from "./link";

type Look = { kind?: "primary" | "secondary" | "quiet" | "danger"; small?: boolean };

function classOf({ kind = "primary", small }: Look, className?: string) {
  return `btn btn-${kind}${small ? " btn-small" : ""}${className ? ` ${className}` : ""}`;
}

/** `primary` is for a page's one main action. Ends with a space, because text browsers put neighbors on one line. */
export function Button({
  kind,
  small,
  className,
  type = "submit",
  ...rest
}: Look & ComponentProps<"button">) {
  return (
    <>
      <button type={type} className={classOf({ kind, small }, className)} {...rest} />{" "}
    </>
  );
}

export function ButtonLink({ kind, small, className, ...rest }: Look & LinkProps) {
  return (
    <>
      <Link className={classOf({ kind, small }, className)} {...rest} />{" "}
    </>
  );
}

/**
 * Shows `pending`, at an unchanged size, while its `Form` submits through it. Set `busy` in forms that are not a
 * `Form`.
 */
export function SubmitButton({
  kind,
  small,
  className,
  pending,
  busy,
  onClick,
  children,
  ...rest
}: Look & Omit<ComponentProps<"button">, "type" | "ref"> & { pending?: string; busy?: boolean }) {
  const self = useRef<HTMLButtonElement>(null);
  const submitter = useContext(PendingSubmitterContext);
  const isBusy = busy ?? (submitter !== null && submitter === self.current);

  function submitOnce(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <>
      <button
        ref={self}
        type="submit"
        className={classOf({ kind, small }, pending ? `btn-swap ${className ?? ""}`.trim() : className)}
        data-pending={pending}
        aria-disabled={isBusy || undefined}
        onClick={submitOnce}
        {...rest}
      >
        {pending ? <span aria-hidden={isBusy || undefined}>{children}</span> : children}
        {isBusy && pending && <span>{pending}</span>}
      </button>{" "}
    </>
  );
}
