import { Icon, type IconName } from "~/ui/icon";
import { Link, NextLink } from "~/ui/parts";

export interface Place {
  to: string;
  icon: IconName;
  title: string;
  /** What's waiting there, such as unread messages. */
  text: string;
}

/** The dashboard's own navigation: three cards, and links to what's needed less often. */
export function Places({
  places,
  others,
}: {
  places: readonly Place[];
  others: readonly [string, string][];
}) {
  return (
    <nav aria-label="Shortcuts" className="full">
      <div className="places">
        {places.map(({ to, icon, title, text }) => (
          <span key={title}>
            <Link to={to}>
              <Icon name={icon} /> <b>{title}</b> <span className="hint">{text}</span>
            </Link>{" "}
          </span>
        ))}
      </div>
      <p className="row">
        {others.map(([title, to]) => (
          <span key={title}>
            <NextLink to={to}>{title}</NextLink>{" "}
          </span>
        ))}
      </p>
    </nav>
  );
}
