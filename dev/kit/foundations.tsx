import { headingFace } from "~/ui/heading-face";
import { Icon, iconNames } from "~/ui/icon";
import { Pair } from "./pair";

const roles = [
  ...["surface", "surface-raised", "wash", "ink", "ink-muted", "line", "edge", "accent", "accent-ink"],
  ...[
    "mark",
    "film",
    "on-film",
    "on-film-muted",
    "amber",
    "positive",
    "warning",
    "negative",
    "info",
    "band-90",
    "band-80",
    "band-70",
    "band-60",
  ],
];

/** Colors by role, text sizes and icons. */
export function Foundations() {
  return (
    <>
      <Pair title="Colors, by role">
        {() => (
          <ul className="kit-colors">
            {roles.map((role) => (
              <li key={role}>
                <span style={{ background: `var(--color-${role})` }} /> {role}
              </li>
            ))}
          </ul>
        )}
      </Pair>
      <Pair title="Text">
        {() => (
          <>
            <p className="kit-h1">One main thing per screen</p>
            <p className={`kit-h1 ${headingFace("Łukasz Wiśniewski")}`}>Łukasz Wiśniewski</p>
            <p className="text-xl head font-bold">A section</p>
            <p className="text-lg font-bold">A card's title</p>
            <p>
              Body text, <strong>strong</strong>, and <a href="#text">linked text</a>. Work comes first: text
              explains what people have just seen.
            </p>
            <p className="muted">Muted, for what repeats or qualifies.</p>
            <p className="hint">A hint, in the small size.</p>
            <p className="error">An error says how to fix it.</p>
          </>
        )}
      </Pair>
      <Pair title="Icons">
        {() => (
          <ul className="kit-icons">
            {iconNames.map((name) => (
              <li key={name}>
                <Icon name={name} /> {name}
              </li>
            ))}
          </ul>
        )}
      </Pair>
    </>
  );
}
