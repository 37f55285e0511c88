/**
 * A field that people don't see, and that robots fill in. Autofill and password managers go by a field's name and label,
 * and may ignore `autocomplete`. So the name means nothing, and the other attributes are those that 1Password, Bitwarden
 * and LastPass look for before they leave a field alone.
 */
export function Honeypot({ name }: { name: string }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <input
        id={name}
        name={name}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
      />
    </div>
  );
}
