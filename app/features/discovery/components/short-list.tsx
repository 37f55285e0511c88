import { shortList } from "~/ui/short-list";

export function ShortList({ label, items }: { label: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{shortList(items)}</dd>
    </div>
  );
}
