import { Avatar } from "~/ui/avatar";
import type { Face } from "../inbox.server";

/** One person's face, or the overlapping faces of a group's first two members. */
export function Faces({ faces, name }: { faces: readonly Face[]; name: string }) {
  const [first, second] = faces;
  if (!first || !second) return <Avatar name={first?.name ?? name} src={first?.avatarUrl} size="medium" />;
  return (
    <span className="faces">
      <Avatar name={first.name} src={first.avatarUrl} size="medium" />
      <Avatar name={second.name} src={second.avatarUrl} size="small" />
    </span>
  );
}
