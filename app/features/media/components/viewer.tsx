import {
  type CSSProperties,
  Fragment,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { paths } from "~/paths";
import { SavesDataContext } from "~/ui/avatar";
import { ExternalLink } from "~/ui/external-link";
import { Icon } from "~/ui/icon";
import { Mark } from "~/ui/mark";
import { MoreMenu } from "~/ui/more-menu";
import { Link } from "~/ui/parts";
import { onPlainClick } from "~/ui/plain-click";
import { type OriginalView, type PictureView, sizeText } from "../media";
import type { ViewedWork, Viewing } from "../viewed";
import { middleWidth, Picture, toneStyle } from "./picture";
import { SoundPlayer } from "./sound";

/**
 * Shows whole pieces of work, one at a time, on a page of their own. Without script it shows one piece, with links to
 * the others. Script puts the others next to it, so people can swipe or use the arrow keys.
 * @param close where the page returns to
 * @param hrefOf the viewer's URL for each piece
 */
export function Viewer({
  viewing: { heading, works },
  current,
  close,
  hrefOf,
}: {
  viewing: Viewing;
  current: string;
  close: string;
  hrefOf: (id: string) => string;
}) {
  const first = Math.max(
    0,
    works.findIndex(({ id }) => id === current),
  );
  const slides = useSlides(first, works, hrefOf);
  const { at, go } = slides;
  const work = works[at];
  if (!work) return null;
  const step = (to: number, label: string, icon: "arrow-left" | "arrow-right") => {
    const other = works[to];
    return (
      <>
        {other ? (
          <Link
            to={hrefOf(other.id)}
            className="icon-link"
            replace
            onClick={go && onPlainClick(() => go(to))}
          >
            <Icon name={icon} />
            <span className="visually-hidden">
              {label}: {other.title}
            </span>
          </Link>
        ) : (
          <span className="icon-link" />
        )}{" "}
      </>
    );
  };
  return (
    <div className="view dark">
      <a href="#main" className="skip">
        Skip to content
      </a>{" "}
      <header className="view-top">
        <Link to={close} className="icon-link" data-close="">
          <Icon name="close" label="Close" />
        </Link>{" "}
        <h1 className="visually-hidden">{heading}</h1>
        <div className="view-count">
          {step(at - 1, "Previous", "arrow-left")}
          <p role="status">
            {at + 1} of {works.length}
            <span className="visually-hidden">: {work.title}</span>
          </p>
          {step(at + 1, "Next", "arrow-right")}
        </div>
        {work.report ? (
          <MoreMenu label="More" of={work.title}>
            <Link to={work.report}>
              <Icon name="flag" /> Report
            </Link>
          </MoreMenu>
        ) : (
          <span className="icon-link" />
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <main id="main" tabIndex={0} ref={slides.ref} className="slides" onScroll={slides.follow}>
        {works.map((one, index) =>
          index === at || go ? <Slide key={one.id} work={one} isCurrent={index === at} /> : null,
        )}
      </main>
      {works.length > 1 && (
        <nav className="thumbs" aria-label={heading}>
          {works.map((one, index) => (
            <Fragment key={one.id}>
              <Link
                to={hrefOf(one.id)}
                replace
                aria-current={index === at ? "true" : undefined}
                onClick={go && onPlainClick(() => go(index))}
                style={one.picture ? toneStyle(one.picture) : undefined}
              >
                {one.picture && <Picture picture={{ ...one.picture, alt: null }} />}
                <span className={one.picture ? "visually-hidden" : undefined}>{one.title}</span>
                {index === at && <Mark />}
              </Link>{" "}
            </Fragment>
          ))}
        </nav>
      )}
    </div>
  );
}

function Slide({ work, isCurrent }: { work: ViewedWork; isCurrent: boolean }) {
  const { title, by, facts, picture, original, file, link } = work;
  return (
    <figure>
      <Content work={work} isCurrent={isCurrent} />
      <figcaption>
        <strong className="head">{title}</strong> <span>{[by, ...facts].join(" · ")}</span>{" "}
        {picture && original !== undefined && (
          <OriginalLink picture={picture} original={original} title={title} />
        )}{" "}
        {file && (
          <a href={paths.media(file.mediaId, "file")} download>
            {file.words}
          </a>
        )}
        {link && <ExternalLink href={link.url}>{link.words}</ExternalLink>}
      </figcaption>
    </figure>
  );
}

/** The picture at full resolution, or at the largest available size with the reason why. */
function OriginalLink({
  picture: { mediaId, widths },
  original,
  title,
}: {
  picture: PictureView;
  original: OriginalView | null;
  title: string;
}) {
  if (original)
    return (
      <a href={paths.media(mediaId, "original")} download>
        Download in full resolution: {original.width} × {original.height}, {sizeText(original.bytes)}
      </a>
    );
  const largest = Math.max(...widths);
  return (
    <>
      <a href={paths.media(mediaId, `${largest}.webp`)} download>
        Download, {largest} pixels wide
      </a>{" "}
      <span>
        {/\.(avif|hei[cf])$/i.test(title)
          ? "That's the largest size. We can't remove hidden data from this format without changing the picture."
          : "That's the largest size. We didn't keep originals when this picture was added."}
      </span>
    </>
  );
}

function Content({ work, isCurrent }: { work: ViewedWork; isCurrent: boolean }) {
  const { title, picture, original, video, sound } = work;
  const savesData = useContext(SavesDataContext);
  const shape = video ?? picture;
  const style = {
    ...(picture && toneStyle(picture)),
    ...(shape && { "--ar": `${shape.width}/${shape.height}` }),
  } as CSSProperties;
  if (video)
    return (
      <div className="pix" style={style}>
        {/* biome-ignore lint/a11y/useMediaCaption: its owner hasn't provided captions */}
        <video
          controls
          playsInline
          preload="none"
          poster={
            picture && !savesData ? paths.media(picture.mediaId, `${middleWidth(picture)}.webp`) : undefined
          }
          src={paths.media(video.mediaId, "file")}
          width={video.width}
          height={video.height}
          aria-label={title}
        />
      </div>
    );
  if (sound)
    return (
      <>
        {picture && <Content work={{ ...work, sound: null }} isCurrent={isCurrent} />}
        <SoundPlayer {...sound} title={title} />
      </>
    );
  if (!picture)
    return (
      <div className="pix frame title">
        <b>{title}</b>
      </div>
    );
  return (
    <div className="pix" style={style}>
      {original?.moves && !savesData ? (
        <picture>
          <source
            media="(prefers-reduced-motion: reduce)"
            srcSet={paths.media(picture.mediaId, `${middleWidth(picture)}.webp`)}
          />
          <img
            src={paths.media(picture.mediaId, "original")}
            alt=""
            width={original.width}
            height={original.height}
            loading={isCurrent ? "eager" : "lazy"}
          />
        </picture>
      ) : (
        <Picture picture={picture} sizes="100vw" isFirst={isCurrent} />
      )}
      {savesData && (
        <a href={paths.media(picture.mediaId, `${middleWidth(picture)}.webp`)} className="btn btn-secondary">
          Show the picture
        </a>
      )}
    </div>
  );
}

/** Layout effects don't run on the server. */
const useBeforePaint = import.meta.env.SSR ? useEffect : useLayoutEffect;

/**
 * Which piece is shown. `go` is undefined until script has put all of them side by side. The URL follows, so reloading
 * shows the same piece.
 */
function useSlides(first: number, works: ViewedWork[], hrefOf: (id: string) => string) {
  const ref = useRef<HTMLElement>(null);
  const [at, setAt] = useState(first);
  const [isLaidOut, setLaidOut] = useState(false);
  useEffect(() => setLaidOut(true), []);
  useBeforePaint(() => {
    const slides = ref.current;
    if (isLaidOut && slides) slides.scrollTo({ left: first * slides.clientWidth, behavior: "instant" });
  }, [isLaidOut]);

  function show(index: number) {
    const work = works[index];
    if (!work || index === at) return;
    setAt(index);
    history.replaceState(history.state, "", hrefOf(work.id));
    document.title = `${work.title} · Matchcut`;
    for (const video of ref.current?.querySelectorAll<HTMLMediaElement>("video, audio") ?? []) video.pause();
  }

  function go(index: number) {
    const slides = ref.current;
    if (!slides || !works[index]) return;
    slides.scrollTo({ left: index * slides.clientWidth });
  }

  const follow = () => {
    const slides = ref.current;
    if (isLaidOut && slides) show(Math.round(slides.scrollLeft / slides.clientWidth));
  };

  useEffect(() => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector("details[open]")) return;
      if (key === "Escape") document.querySelector<HTMLAnchorElement>("[data-close]")?.click();
      // A focused player handles arrow keys itself.
      else if (steps[key] && !(target instanceof HTMLMediaElement)) {
        event.preventDefault();
        go(at + steps[key]);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return { ref, at, go: isLaidOut ? go : undefined, follow };
}
