import { useNavigation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";

/** Above the form, each error linked to its field. Takes the focus. */
export function ErrorSummary({
  title = "Please check the form",
  errors,
  children,
}: {
  title?: string;
  errors: readonly { id: string; message: string }[];
  /** How to fix it. */
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
    // biome-ignore lint/a11y/noAutofocus: a rejected form is read from its errors, also without script
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

/** The fragment may say which dialog is open. */
function focusInstead(event: MouseEvent, id: string) {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
