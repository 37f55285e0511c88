import type { ComponentProps, ReactNode } from "react";

export type FieldNotes = {
  label: ReactNode;
  name: string;
  /** For two forms on a page that share a name. */
  id?: string;
  error?: string | string[];
  hint?: ReactNode;
  /** Adds "(optional)". */
  showOptional?: boolean;
};

/** Ties a control to its hint and error. */
export function describedBy(id: string, { error, hint }: Pick<FieldNotes, "error" | "hint">) {
  const ids = [hint && `${id}-hint`, hasError(error) && `${id}-error`].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": hasError(error) || undefined };
}

function hasError(error: FieldNotes["error"]) {
  return Array.isArray(error) ? error.length > 0 : Boolean(error);
}

export function Hint({ id, hint }: { id: string; hint?: ReactNode }) {
  return hint ? (
    <p id={`${id}-hint`} className="hint">
      {hint}
    </p>
  ) : null;
}

export function FieldError({ id, error }: { id: string; error?: string | string[] }) {
  return hasError(error) ? (
    <p id={`${id}-error`} className="error">
      {Array.isArray(error) ? error.join(" ") : error}
    </p>
  ) : null;
}

/** Of all labeled controls: label, hint, control, error. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  showOptional,
  children,
}: Omit<FieldNotes, "name"> & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {showOptional && <span className="muted"> (optional)</span>}
      </label>
      <Hint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function Field({
  label,
  name,
  id = name,
  error,
  hint,
  showOptional,
  type = "text",
  ...rest
}: FieldNotes & Omit<ComponentProps<"input">, "id" | "name">) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} showOptional={showOptional}>
      <input
        className="control"
        id={id}
        name={name}
        type={type}
        {...describedBy(id, { error, hint })}
        {...rest}
      />
    </FieldFrame>
  );
}

export function TextArea({
  label,
  name,
  id = name,
  error,
  hint,
  showOptional,
  rows = 4,
  ...rest
}: FieldNotes & Omit<ComponentProps<"textarea">, "id" | "name">) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} showOptional={showOptional}>
      <textarea
        className="control"
        id={id}
        name={name}
        rows={rows}
        {...describedBy(id, { error, hint })}
        {...rest}
      />
    </FieldFrame>
  );
}
