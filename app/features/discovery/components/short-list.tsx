const mostShown = 3;

/** Up to three names, then "+N more". */
export function ShortList({ label, items }: { label: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  const more = items.length - mostShown;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {items.slice(0, mostShown).join(", ")}
        {more > 0 && ` +${more} more`}
      </dd>
    </div>
  );
}
