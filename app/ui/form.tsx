import { type FetcherWithComponents, useNavigation } from "@remix-run/react";
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  Fragment,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { type FormProps, Form as RouterForm } from "react-router-dom";
import { formBytes } from "~/form-size";
import { offlineTitle } from "./offline-title";
import { useAnnounce } from "./toast";

/** For browsers that send neither Origin nor Sec-Fetch-Site. */
export const FormTokenContext = createContext<string | null>(null);

/** Names the account whose page this is, in each of its forms; null for guests. */
export const FormMarkContext = createContext<string | null>(null);

/** The button that started the surrounding `Form`'s pending submission. */
export const PendingSubmitterContext = createContext<EventTarget | null>(null);

/** For forms that aren't a `Form`. `mark` names a different account than the page's. */
export function FormToken({ mark }: { mark?: string }) {
  const token = useContext(FormTokenContext);
  const own = useContext(FormMarkContext);
  const account = mark ?? own;
  return (
    <>
      {token && <input type="hidden" name="_token" value={token} />}
      {account && <input type="hidden" name="_account" value={account} />}
    </>
  );
}

/** Posts by default, with the form token. With `fetcher`, it submits through that fetcher once hydrated. */
export function Form({
  fetcher,
  method = "post",
  onSubmit,
  children,
  ...rest
}: FormProps & { fetcher?: FetcherWithComponents<unknown> }) {
  const announce = useAnnounce();
  const navigation = useNavigation();
  const state = fetcher ? fetcher.state : navigation.state;
  const [submitter, setSubmitter] = useState<EventTarget | null>(null);

  useEffect(() => {
    if (state === "idle") setSubmitter(null);
  }, [state]);

  function rememberSubmitter(event: FormEvent<HTMLFormElement>) {
    if (method.toLowerCase() === "post" && textBytesOf(event.currentTarget) > formBytes) {
      event.preventDefault();
      return announce({
        title: "That's too long to send",
        text: `A form can hold ${formBytes / 1024} KB of text. Nothing was sent, and your text is still here: please shorten it.`,
        tone: "destructive",
      });
    }
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    if (navigator.onLine) return setSubmitter((event.nativeEvent as SubmitEvent).submitter);
    // Offline, an error page would replace the typed text.
    event.preventDefault();
    announce({
      title: offlineTitle,
      text: "Nothing was sent. Try again when you're back online.",
      tone: "destructive",
    });
  }

  const Tag = fetcher?.Form ?? RouterForm;
  return (
    <Tag method={method} onSubmit={rememberSubmitter} {...rest}>
      {method.toLowerCase() === "post" && <FormToken />}
      <PendingSubmitterContext.Provider value={state === "idle" ? null : submitter}>
        {children}
      </PendingSubmitterContext.Provider>
    </Tag>
  );
}

/** A field of a form, with what a rejected submission says about it. */
export interface FieldState {
  id: string;
  name: string;
  initialValue?: unknown;
  errors?: string[];
}

/** Values to keep, and errors by field ("" for the form itself). */
export interface FormResult {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
}

export function fieldOf(formId: string, result: FormResult | undefined, name: string): FieldState {
  return {
    id: `${formId}-${name}`,
    name,
    initialValue: result?.initialValue?.[name],
    errors: unique(result?.error?.[name]) ?? undefined,
  };
}

/** Two rules may produce the same message. */
const unique = (messages: string[] | null | undefined) => messages && [...new Set(messages)];

/**
 * The rejected submission's values and errors, or `values`. Once hydrated, the server's validation replaces the
 * browser's, because it reports all errors together.
 */
export function useForm<Name extends string>(id: string, result: FormResult | undefined, values?: object) {
  const [noValidate, setNoValidate] = useState(false);
  useEffect(() => setNoValidate(true), []);
  const state = { error: result?.error, initialValue: result?.initialValue ?? { ...values } };
  return {
    form: { id, error: result?.error },
    formProps: { id, noValidate },
    field: (name: Name) => fieldOf(id, state, name),
  };
}

/** The kept values of fields that share a name. A blank one arrives as undefined, and a single one isn't a list. */
export function textsOf(initialValue: unknown): string[] {
  if (typeof initialValue === "string") return [initialValue];
  return Array.isArray(initialValue) ? initialValue.map((text) => String(text ?? "")) : [];
}

/** The props that the kit's fields accept. */
export function fieldProps({ id, name, initialValue, errors }: FieldState) {
  return {
    id,
    name,
    defaultValue: typeof initialValue === "string" ? initialValue : undefined,
    error: errors,
  };
}

/** One line of an error summary. `id` is the field that it links to. Without one, it's plain text. */
export interface SummaryLine {
  id?: string;
  message: string;
}

/**
 * The form's own errors, and those of hidden fields, link to the first field, if there is one.
 * @param fields only those that this page shows: after a refusal, the form itself may be gone
 */
export function summaryOf(
  refused: Pick<FormResult, "error"> | undefined,
  fields: readonly FieldState[],
): SummaryLine[] {
  const others = Object.entries(refused?.error ?? {}).filter(
    ([name]) => !fields.some((field) => field.name === name),
  );
  return [
    ...others.flatMap(([, errors]) => (errors ?? []).map((message) => ({ id: fields[0]?.id, message }))),
    ...fields.flatMap(({ id, errors }) => (errors ?? []).map((message) => ({ id, message }))),
  ];
}

/** Counts bytes as the form would send them. Files have their own limits. */
function textBytesOf(form: HTMLFormElement): number {
  const texts = [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  if (form.enctype !== "multipart/form-data") return new URLSearchParams(texts).toString().length;
  return new Blob(texts.map(([, text]) => text)).size;
}

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

/** The frame of every labeled control: label, hint, control, error. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  showOptional,
  limit,
  children,
}: Omit<FieldNotes, "name"> & Limited & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {showOptional && <span className="muted"> (optional)</span>}
      </label>
      <Hint id={id} hint={hint} />
      {children}
      {limit && <CharacterCount id={id} limit={limit} />}
      <FieldError id={id} error={error} />
    </div>
  );
}

/**
 * Shows the length of the text once it gets close to the limit. The server counts the same way and returns a longer
 * text with an error, whereas a `maxlength` would silently cut pasted text.
 * @param id the control's
 */
export function CharacterCount({ id, limit }: { id: string; limit: number }) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const control = document.getElementById(id) as HTMLTextAreaElement | null;
    const count = () => setLength(control?.value.trim().length ?? 0);
    count();
    control?.addEventListener("input", count);
    return () => control?.removeEventListener("input", count);
  }, [id]);
  const isOver = length > limit;
  return (
    <>
      {length > 0.8 * limit && (
        <p className={isOver ? "error" : "hint"} aria-hidden="true">
          {length.toLocaleString("en-US")} of {limit.toLocaleString("en-US")} characters
        </p>
      )}
      <span className="visually-hidden" aria-live="polite">
        {isOver && `More than ${limit.toLocaleString("en-US")} characters`}
      </span>
    </>
  );
}

type Limited = {
  /** Characters that the server accepts. */
  limit?: number;
};

type Labeled<Element extends "input" | "textarea" | "select"> = FieldNotes &
  Limited &
  Omit<ComponentProps<Element>, keyof FieldNotes>;

/** Splits a field's props into its frame's and its control's. */
export function framed<Props extends FieldNotes & Limited>(props: Props) {
  const { label, name, id = name, error, hint, showOptional, limit, ...rest } = props;
  return {
    frame: { id, label, hint, error, showOptional, limit },
    control: { className: "control", id, name, ...describedBy(id, { error, hint }), ...rest },
  };
}

export function Field(props: Labeled<"input">) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      <input type="text" {...control} />
    </FieldFrame>
  );
}

export function TextArea(props: Labeled<"textarea">) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={4} {...control} />
    </FieldFrame>
  );
}

/** `emptyLabel` adds a first option without a value. */
export function Select({
  options,
  emptyLabel,
  ...props
}: Omit<Labeled<"select">, "children" | "limit"> & {
  options: readonly { value: string; label: string }[];
  emptyLabel?: string;
}) {
  const { frame, control } = framed(props);
  return (
    <FieldFrame {...frame}>
      <select {...control}>
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map(({ value, label }) => (
          // HTML uses the text as the value, which saves a kilobyte in a list of 400.
          <option key={value} value={value === label ? undefined : value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

type GroupProps = {
  legend: ReactNode;
  name: string;
  /** Defaults to the name. It's the first choice's ID, so that an error summary can link there. */
  id?: string;
  options: readonly { value: string; label: ReactNode }[];
  error?: string | string[];
  hint?: ReactNode;
};

function Group({
  type,
  legend,
  name,
  id = name,
  options,
  error,
  hint,
  isChosen,
  required,
}: GroupProps & { type: "checkbox" | "radio"; isChosen: (value: string) => boolean; required?: boolean }) {
  return (
    <fieldset className="field" aria-describedby={describedBy(id, { error, hint })["aria-describedby"]}>
      <legend>{legend}</legend>
      <Hint id={id} hint={hint} />
      <div className="chips">
        {options.map((option, index) => (
          <Fragment key={option.value}>
            <label>
              <input
                type={type}
                name={name}
                value={option.value}
                id={index === 0 ? id : undefined}
                defaultChecked={isChosen(option.value)}
                required={required}
              />
              {option.label}
            </label>{" "}
          </Fragment>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** Chips around native checkboxes. */
export function CheckboxGroup({
  defaultValue = [],
  ...rest
}: GroupProps & { defaultValue?: readonly string[] }) {
  const chosen = new Set(defaultValue);
  return <Group type="checkbox" isChosen={(value) => chosen.has(value)} {...rest} />;
}

/**
 * Chips around native radio buttons.
 * @public part of the kit before a page needs it
 */
export function RadioGroup({
  defaultValue,
  ...rest
}: GroupProps & { defaultValue?: string; required?: boolean }) {
  return <Group type="radio" isChosen={(value) => value === defaultValue} {...rest} />;
}

/** Shown above the form. Each error links to its field if the page shows it. Takes the focus. */
export function ErrorSummary({
  title = "Please check the form",
  errors,
  children,
}: {
  title?: string;
  errors: readonly SummaryLine[];
  /** How to fix the errors. */
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
          <li key={`${id} ${message}`}>
            {id ? (
              <a href={`#${id}`} onClick={(event) => focusInstead(event, id)}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/**
 * Moves the focus instead of following the link, because the URL's fragment may say which dialog is open. Opens any
 * closed parts around the field.
 */
function focusInstead(event: MouseEvent, id: string) {
  event.preventDefault();
  const field = document.getElementById(id);
  for (let part = field?.closest("details"); part; part = part.parentElement?.closest("details"))
    part.open = true;
  field?.focus();
}
