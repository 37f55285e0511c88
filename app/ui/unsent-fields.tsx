import type { FormResult } from "./form";

interface UnsentFieldsProps {
  fields: readonly (readonly [name: string, value: string])[];
  /** The names of the fields that people fill in. The others stay hidden. */
  shown: readonly string[];
}

/** Shows a form that couldn't be sent, so that people can read, change and send it again. */
export function UnsentFields({ fields, shown }: UnsentFieldsProps) {
  return (
    <>
      {fields.map(([name, value], index) => {
        const id = `unsent-${index}`;
        return shown.includes(name) && value.trim() !== "" ? (
          <div key={id} className="field">
            <label htmlFor={id}>{labelOf(name)}</label>
            <textarea
              className="control"
              id={id}
              name={name}
              rows={Math.min(12, 1 + Math.ceil(value.length / 60))}
              defaultValue={value}
            />
          </div>
        ) : (
          <input key={id} type="hidden" name={name} value={value} />
        );
      })}
    </>
  );
}

/** What a person wrote in a form that was refused, or that its page doesn't show anymore. */
export function Written({ fields = [] }: Partial<Pick<UnsentFieldsProps, "fields">>) {
  if (fields.length === 0) return null;
  return (
    <>
      <p>It wasn't sent. Here's what you wrote:</p>
      <UnsentFields fields={fields} shown={fields.map(([name]) => name)} />
    </>
  );
}

/** The fields of a form's result that aren't blank. */
export const writtenIn = (result: FormResult | undefined, ...names: string[]) =>
  names.flatMap((name) => {
    const text = result?.initialValue?.[name];
    return typeof text === "string" && text.trim() !== "" ? [[name, text] as const] : [];
  });

/** 'privateNote' becomes 'Private note'. A message's text is the one field whose name isn't what its page calls it. */
function labelOf(name: string): string {
  if (name === "content") return "Message";
  const words = name
    .replace(/([A-Z]|\d+)/g, " $1")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
