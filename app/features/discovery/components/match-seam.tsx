import { Cover } from "~/features/portfolio/components/cover";
import type { CoverView } from "~/features/portfolio/cover";
import { Avatar } from "~/ui/avatar";

interface MatchSide {
  name: string;
  avatarUrl: string | null;
  cover: CoverView;
}

const sizes = "(min-width: 68rem) 38rem, 60vw";

/** Two covers and two faces that join along the diagonal of the logo, once. Decorative: the names follow. */
export function MatchSeam({ sides }: { sides: [MatchSide, MatchSide] }) {
  return (
    <div className="match-seam">
      {sides.map(({ name, avatarUrl, cover }) => (
        <div key={cover.personId} className="match-side">
          <Cover cover={cover} sizes={sizes} isFirst className="cover cover-whole" />
          <Avatar name={name} src={avatarUrl} size="large" />
        </div>
      ))}
    </div>
  );
}
