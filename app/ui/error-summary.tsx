import { useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";

/** What is wrong with a form, above it, each line a link to its field. Takes the focus; nothing when there is no error. */
export function ErrorSummary({
  title = "Please check the form",
  errors,
  children,
}: {
  title?: string;
  errors: readonly { id: string; message: string }[];
  /** What can be done about it. */
  children?: ReactNode;
}) {
  const self = useRef<HTMLDivElement>(null);
  const isIdle = useNavigation().state === "idle";
  const hasErrors = errors.length > 0;

  useEffect(() => {
    if (isIdle && hasErrors) self.current?.focus();
  }, [isIdle, hasErrors]);

  if (!hasErrors) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: a refused form is read from its errors on, also without script
    <div ref={self} role="alert" tabIndex={-1} autoFocus className="summary">
      <p className="font-bold">{title}</p>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id + message}>
            <a href={`#${id}`} onClick={(event) => focusInstead(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** The address may already say, behind its #, which dialog is open. */
function focusInstead(event: MouseEvent, id: string) {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
