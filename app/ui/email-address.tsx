/** An email address. If it doesn't fit on the line, it continues on the next one with the @. */
export function EmailAddress({ of }: { of: string }) {
  const at = of.lastIndexOf("@");
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}
