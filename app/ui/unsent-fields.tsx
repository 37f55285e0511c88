interface UnsentFieldsProps {
  fields: readonly (readonly [name: string, value: string])[];
  /** The names of the fields that people fill in. All others are hidden. */
  shown: readonly string[];
}

/** The fields of a form that wasn't sent, for people to read, change and send again. */
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

/** Turns 'privateNote' into 'Private note'. */
function labelOf(name: string): string {
  const words = name
    .replace(/([A-Z]|\d+)/g, " $1")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
