import { Picture, toneStyle } from "~/features/media/components/picture";
import { paths } from "~/paths";
import { Avatar, hueOf } from "~/ui/avatar";
import { Mark } from "~/ui/mark";
import { Link } from "~/ui/parts";
import { hasRoom, isUpright, type MiniView } from "../mini";

/**
 * The small version of a deck card.
 * @param to where it links; the profile by default
 * @param isCircled draws a pencil loop around it, for one card in a strip
 */
export function MiniCard({
  mini: { personId, name, avatarUrl, line, pictures, title },
  to = paths.profile(personId),
  as: Tag = "li",
  isCircled,
  isFirst,
}: {
  mini: MiniView;
  to?: string;
  as?: "li" | "div";
  isCircled?: boolean;
  isFirst?: boolean;
}) {
  const isDuo = pictures.length === 2 && pictures.every(isUpright);
  return (
    <Tag className={`mini film ${hueOf(name)}`} style={toneStyle(pictures[0] ?? { tone: null })}>
      <Link to={to}>
        <span className={isDuo ? "clip duo" : "clip"}>
          {pictures.map((picture) => (
            <span key={picture.mediaId} className="frame" style={toneStyle(picture)}>
              <Picture picture={picture} isFirst={isFirst} />
            </span>
          ))}
          {hasRoom(pictures) && (
            <span className="frame title">
              <b>{title}</b>
            </span>
          )}
        </span>{" "}
        <span className="by">
          <Avatar name={name} src={avatarUrl} size="small" />
          <span className="cut1">
            <b className="cut1">{name}</b> {line}
          </span>
        </span>
      </Link>
      {isCircled && <Mark shape="boxed" />}{" "}
    </Tag>
  );
}
