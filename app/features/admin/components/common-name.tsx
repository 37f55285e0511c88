/** Beside a list that a name was searched in, of which a search takes the first 20 people. */
export function CommonName() {
  return (
    <p className="notice">
      More than 20 people have this name, and only some of them are shown. Write an email address or an id.
    </p>
  );
}
