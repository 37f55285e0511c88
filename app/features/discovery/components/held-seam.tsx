import { Avatar } from "~/ui/avatar";
import type { HeldMatch } from "../matches.server";
import { JoinedHalves } from "./match-parts";

/**
 * Both people's work and faces, in the dialog about a match that waits for room. Decorative, because the words below
 * name them.
 */
export function HeldSeam({ held, own }: { held: HeldMatch; own: Pick<HeldMatch, "name" | "avatarUrl"> }) {
  return (
    <div className="held-seam">
      <JoinedHalves covers={[held.cover, held.ownCover]} sizes="(min-width: 48rem) 26rem, 92vw">
        <p className="held-faces">
          <Avatar name={held.name} src={held.avatarUrl} size="medium" />
          <Avatar name={own.name} src={own.avatarUrl} size="medium" />
        </p>
      </JoinedHalves>
    </div>
  );
}
