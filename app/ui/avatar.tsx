import { createContext, useContext } from "react";
import { capitalized, firstGrapheme } from "~/graphemes";

const sizes = {
  small: { pixels: 32, file: 96 },
  medium: { pixels: 48, file: 96 },
  large: { pixels: 112, file: 320 },
};

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const first = words[0] ?? "?";
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last].map((word) => capitalized(firstGrapheme(word ?? ""))).join("");
}

/** The class that gives a face without a picture its color, through `--tone`. It depends only on the name. */
export function hueOf(name: string): string {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return `hue-${sum % 6}`;
}

/** True if the browser asks to save data (Save-Data). Then there are no pictures. */
export const SavesDataContext = createContext(false);

/**
 * A person's picture or, if there's none, their initials. Screen readers skip it, because the name is next to it. Text
 * browsers show the initials, so a space separates them from the name. `src` is the URL without size and format.
 */
export function Avatar({ name, src, size }: { name: string; src?: string | null; size: keyof typeof sizes }) {
  const { pixels, file } = sizes[size];
  const savesData = useContext(SavesDataContext);
  if (!src || savesData) {
    return (
      <>
        <span className={`avatar avatar-${size} ${hueOf(name)}`} aria-hidden="true">
          {initialsOf(name)}
        </span>{" "}
      </>
    );
  }
  return (
    <picture>
      <source type="image/avif" srcSet={`${src}-${file}.avif`} />
      <img
        className={`avatar avatar-${size}`}
        src={`${src}-${file}.webp`}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

/** Several people's pictures, which overlap. */
export function AvatarGroup({
  people,
  size,
}: {
  people: readonly { name: string; avatarUrl: string | null }[];
  size: keyof typeof sizes;
}) {
  return (
    <span className="faces">
      {people.map(({ name, avatarUrl }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
        <Avatar key={index} name={name} src={avatarUrl} size={size} />
      ))}
    </span>
  );
}
