/** Where to write to, and whether that is only a sample. */
export function ApplicationsLink({ address, subject }: { address: string; subject: string }) {
  return (
    <>
      <a href={`mailto:${address}?subject=${encodeURIComponent(subject)}`}>{address}</a>
      {address.endsWith("@example.com") && " (a sample address)"}
    </>
  );
}
