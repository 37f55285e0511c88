import type { CSSProperties, ReactNode } from "react";
import { Frame, type FrameProps } from "~/features/media/components/frame";
import { toneStyle } from "~/features/media/components/picture";
import { paths } from "~/paths";
import { Avatar, hueOf } from "~/ui/avatar";
import { headingFace } from "~/ui/heading-face";
import { MoreMenu } from "~/ui/more-menu";
import { Link } from "~/ui/parts";
import { shortList } from "~/ui/short-list";
import { bandOf } from "../score";
import { ratioIn, trioOf, trioShape } from "../trio";

interface Shown {
  personId: string;
  name: string;
  avatarUrl: string | null;
}

/** Shown instead of work, such as a craft or the newest brief. */
export interface TitleWords {
  title: string;
  text?: string;
  to?: string;
}

interface PersonCardProps {
  person: Shown;
  /** Where the name links to; by default, the profile. */
  to?: string;
  /** For example, the craft and the place. */
  about: readonly (string | false | null | undefined)[];
  /** The score. */
  percent?: number;
  /** The person's work, the cover first: `leadFrames` or `frameOf`. */
  frames: readonly FrameProps[];
  words: TitleWords;
  /** The work is above the fold, so it isn't loaded lazily. */
  isFirst?: boolean;
  as?: "h2" | "h3";
  /** Terms, a note, the last message. */
  children?: ReactNode;
  /** The main action, or anything else that must be easy to reach. */
  actions?: ReactNode;
  /** Other links and forms. */
  menu?: ReactNode;
}

/** A person in a list: their work, then face and name, then terms, then the actions. */
export function PersonCard({ frames, words, isFirst, children, actions, menu, ...rest }: PersonCardProps) {
  return (
    <li className="person">
      <Trio frames={frames} words={words} name={rest.person.name} isFirst={isFirst} />
      <PersonBar {...rest} />
      {children}
      <PersonActions name={rest.person.name} actions={actions} menu={menu} />
    </li>
  );
}

/** The face, name and score in one line. All of it links to the person. */
export function PersonBar({
  person: { personId, name, avatarUrl },
  to = paths.profile(personId),
  about,
  percent,
  as: Heading = "h2",
}: Pick<PersonCardProps, "person" | "to" | "about" | "percent" | "as">) {
  return (
    <div className="person-bar">
      <Avatar name={name} src={avatarUrl} size="medium" />
      <div>
        <Heading className={headingFace(name)}>
          <Link to={to}>{name}</Link>
        </Heading>
        <p>{about.filter(Boolean).join(" · ")}</p>
      </div>{" "}
      {percent !== undefined && (
        <strong className={`score b${bandOf(percent)}`}>
          {percent}%<span className="visually-hidden"> match</span>
        </strong>
      )}
    </div>
  );
}

export function PersonActions({
  name,
  actions,
  menu,
}: { name: string } & Pick<PersonCardProps, "actions" | "menu">) {
  if (!actions && !menu) return null;
  return (
    <div className="person-do">
      {actions}
      {menu && (
        <MoreMenu label="More" of={name}>
          {menu}
        </MoreMenu>
      )}
    </div>
  );
}

/** A row in a list with hairlines: a face, a name, one line of text, and anything else at the end of the row. */
export function PersonRow({
  person: { personId, name, avatarUrl },
  children,
  end,
}: Pick<PersonCardProps, "person"> & { children: ReactNode; end?: ReactNode }) {
  return (
    <li>
      <Avatar name={name} src={avatarUrl} size="medium" />
      <div>
        <Link to={paths.profile(personId)}>{name}</Link> <p>{children}</p>
      </div>
      {end}
    </li>
  );
}

/** Facts about a person, for the list in their card. */
export function ShortList({ label, items }: { label: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{shortList(items)}</dd>
    </div>
  );
}

/** As a multiple of the row's height. Text isn't shown in less space than this. */
const leastWords = 0.7;

/** A cover and two frames, or as many whole frames of any ratio as fit side by side. The rest of the row holds text. */
function Trio({
  frames,
  words,
  name,
  isFirst,
}: Pick<PersonCardProps, "frames" | "words" | "isFirst"> & { name: string }) {
  const { shown, isGrid } = trioOf(frames);
  const sum = shown.reduce((total, { picture }) => total + ratioIn(picture), 0);
  const left = isGrid ? 0 : trioShape - sum;
  const tone = shown[0]?.picture && toneStyle(shown[0].picture);
  return (
    <div className={`trio film ${hueOf(name)}${isGrid ? "" : " flat"}`} style={tone || undefined}>
      {shown.map((frame, index) => {
        const share = isGrid ? (index === 0 ? 0.67 : 0.33) : ratioIn(frame.picture) / trioShape;
        return (
          <Frame
            key={frame.to}
            {...frame}
            sizes={`(min-width: 48rem) ${Math.round(share * 25)}rem, ${Math.round(share * 92)}vw`}
            isFirst={isFirst}
          />
        );
      })}{" "}
      {left > leastWords && <Words words={words} width={left} isAlone={shown.length === 0} />}
    </div>
  );
}

function Words({
  words: { title, text, to },
  width,
  isAlone,
}: {
  words: TitleWords;
  width: number;
  isAlone: boolean;
}) {
  const style = { "--w": width.toFixed(2) } as CSSProperties;
  const content = (
    <>
      <b className={headingFace(title)}>{title}</b> {isAlone && text && <span>{text}</span>}
    </>
  );
  return to ? (
    <Link to={to} className="frame title" style={style}>
      {content}
    </Link>
  ) : (
    <div className="frame title" style={style}>
      {content}
    </div>
  );
}
