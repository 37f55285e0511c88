const shown = 3;

/** Up to three names, then "+N more". */
export function ShortList({ label, items }: { label: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  const more = items.length - shown;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {items.slice(0, shown).join(", ")}
        {more > 0 && ` +${more} more`}
      </dd>
    </div>
  );
}
