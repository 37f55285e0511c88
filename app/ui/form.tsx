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
import { useIsServed } from "./has-script";
import { notSentOffline } from "./offline-title";
import { useAnnounce } from "./toast";

/** The CSRF token, for browsers that send neither Origin nor Sec-Fetch-Site. */
export const FormTokenContext = createContext<string | null>(null);

/**
 * Identifies the account that the page was rendered for. Every form contains it, so that the server notices if another
 * account has signed in since. Null for guests.
 */
export const FormMarkContext = createContext<string | null>(null);

/** The button that submitted the surrounding `Form`, while the submission is pending. */
export const PendingSubmitterContext = createContext<EventTarget | null>(null);

/**
 * The hidden fields that every POST needs, for forms that aren't a `Form`. `mark` is for a form that's meant for
 * another account.
 */
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

/**
 * A form that posts by default, and then contains the hidden fields. With `fetcher`, it's submitted without a
 * navigation once hydrated.
 */
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
    // Offline, the submission would end on an error page, and the typed text would be lost.
    event.preventDefault();
    announce(notSentOffline);
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

/** A field's name and ID, with the value and errors of a rejected submission. */
export interface FieldState {
  id: string;
  name: string;
  initialValue?: unknown;
  errors?: string[];
}

/**
 * What an action returns for a rejected form: its values, and the errors by field. The key "" is for errors of the
 * whole form.
 */
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

/** Two rules can give the same message for one field. */
const unique = (messages: string[] | null | undefined) => messages && [...new Set(messages)];

/**
 * A form's state: the values and errors of the rejected submission or, without one, `values`. Once hydrated, it turns
 * off the browser's validation, which shows one error at a time, whereas the server returns all of them.
 */
export function useForm<Name extends string>(id: string, result: FormResult | undefined, values?: object) {
  const [noValidate, setNoValidate] = useState(false);
  useEffect(() => setNoValidate(true), []);
  const state = { error: result?.error, initialValue: result?.initialValue ?? { ...values } };
  const field = (name: Name) => fieldOf(id, state, name);
  return {
    formProps: { id, noValidate },
    field,
    propsOf: (name: Name) => fieldProps(field(name)),
    /** The lines of the form's error summary, if the page shows these fields. */
    errorsOf: (names: readonly Name[]) => summaryOf(result, names.map(field)),
  };
}

/**
 * The values of several fields with one name. Form parsing turns a blank one into undefined, and a single one into a
 * string.
 */
export function textsOf(initialValue: unknown): string[] {
  if (typeof initialValue === "string") return [initialValue];
  return Array.isArray(initialValue) ? initialValue.map((text) => String(text ?? "")) : [];
}

/** The props for one of the kit's fields. */
export function fieldProps({ id, name, initialValue, errors }: FieldState) {
  return {
    id,
    name,
    defaultValue: typeof initialValue === "string" ? initialValue : undefined,
    error: errors,
  };
}

/** A line of an error summary: a link to the field `id` or, without one, plain text. */
export interface SummaryLine {
  id?: string;
  message: string;
}

/**
 * The lines of an error summary. Errors that belong to none of these fields link to the first one.
 * @param fields those that the page shows; empty if the refusal removed the form
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

/**
 * The size of a form's text, counted the way the browser will encode it. Files aren't included; they have their own
 * limits.
 */
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
  /** Needed if two forms on a page have a field of this name. */
  id?: string;
  error?: string | string[];
  hint?: ReactNode;
  /** Adds "(optional)" to the label. */
  showOptional?: boolean;
};

/** ARIA attributes that connect a control with its hint and error. */
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

/** What surrounds a control: its label and hint above, its error below. */
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
 * Shows a text's length once it gets close to the limit. There's no `maxlength`, because that would silently cut off
 * pasted text; the server returns text that's too long, with an error. It counts the same way.
 * @param id the control's ID
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
  /** How many characters the server accepts. */
  limit?: number;
};

type Labeled<Element extends "input" | "textarea" | "select"> = FieldNotes &
  Limited &
  Omit<ComponentProps<Element>, keyof FieldNotes>;

/** Splits the props of a field into those of its `FieldFrame` and those of its control. */
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

/** A select. `emptyLabel` adds a first option with an empty value. */
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
      <select {...control} className="control dropdown">
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map(({ value, label }) => (
          // An option's text is its default value, so leaving out an equal one saves a kilobyte in a list of 400.
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
  /** The ID of the first choice, so that an error summary can link there. Defaults to the name. */
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

/** Native checkboxes that look like chips. */
export function CheckboxGroup({
  defaultValue = [],
  ...rest
}: GroupProps & { defaultValue?: readonly string[] }) {
  const chosen = new Set(defaultValue);
  return <Group type="checkbox" isChosen={(value) => chosen.has(value)} {...rest} />;
}

/** Native radio buttons that look like chips. */
export function RadioGroup({
  defaultValue,
  ...rest
}: GroupProps & { defaultValue?: string; required?: boolean }) {
  return <Group type="radio" isChosen={(value) => value === defaultValue} {...rest} />;
}

/**
 * The errors of a rejected form, shown above it. Gets the focus. Each line links to its field, if the page shows it.
 */
export function ErrorSummary({
  title = "Please check the form",
  errors,
  children,
}: {
  title?: string;
  errors: readonly SummaryLine[];
  /** Further help, below the errors. */
  children?: ReactNode;
}) {
  const self = useRef<HTMLDivElement>(null);
  const isIdle = useNavigation().state === "idle";
  const hasErrors = errors.length > 0;
  // On a full load, the browser focuses the summary. By the time script runs, the person may be in a field.
  const isServed = useRef(useIsServed());

  useEffect(() => {
    if (isIdle && hasErrors && !isServed.current) self.current?.focus();
    isServed.current = false;
  }, [isIdle, hasErrors]);

  if (!hasErrors) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: after a rejected submission, people should start with the errors, even without script
    <div ref={self} role="alert" tabIndex={-1} autoFocus className="error-summary">
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
 * Focuses the field without following the link, which would change the URL's fragment and so close a dialog that
 * depends on it. First unfolds the <details> around the field.
 */
function focusInstead(event: MouseEvent, id: string) {
  event.preventDefault();
  const field = document.getElementById(id);
  for (let part = field?.closest("details"); part; part = part.parentElement?.closest("details"))
    part.open = true;
  field?.focus();
}
