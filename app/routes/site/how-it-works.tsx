import type { MetaFunction } from "@remix-run/node";
import type { ReactNode } from "react";
import { Still, StyleFrame, StyleStill } from "~/features/catalog/components/stills";
import { pageMeta } from "~/features/content/page-meta";
import { ExampleTalk, Front, Points, StillFrame } from "~/features/content/page-parts";
import { mostPoints, workWords } from "~/features/discovery/score";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import styles from "~/styles/content-page.css?url";
import { Mark } from "~/ui/mark";
import { ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = { styles, isPublic: true };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "How it works · Matchcut",
    description:
      "Six steps from your profile to working together, and how we calculate the match percentage.",
    path: paths.howItWorks(),
  });

export default function HowItWorks() {
  return (
    <div className="sections">
      <section className="stack">
        <Front title="How it works" lead="From your profile to working together, in six steps.">
          <p className="row">
            <ButtonLink to={paths.onboarding()}>Get Started</ButtonLink>
            <ButtonLink to="#matching" kind="soft">
              How matching works
            </ButtonLink>
          </p>
        </Front>
        <h2 className="visually-hidden">Six steps</h2>
        <ol className="board band film">
          {sixSteps.map((step) => (
            <li key={step.title} className={step.isWide ? "wide" : undefined}>
              <div className="shot">{step.shot}</div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section id="matching" className="chapter">
        <h2>How matching works</h2>
        <div className="twin">
          <div className="stack">
            <p className="big-score b90" aria-hidden="true">
              60–99
            </p>
            <p className="lead">
              We calculate the score from both profiles. It's never random. It starts at 60, adds points for
              what you share and stops at 99.
            </p>
            <p className="muted">You both see the same score everywhere, with the reasons beside it.</p>
          </div>
          <dl className="points">
            {comparedThings.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <Points points={rules} />
        <h3>What the score tells you</h3>
        <ul className="bands">
          {bands.map(({ band, range, text }) => (
            <li key={band}>
              <strong className={band}>{range}</strong> {text}
            </li>
          ))}
        </ul>
      </section>

      <section className="stack">
        <h2>Ready when you are</h2>
        <p className="muted">You can build your profile before you create an account.</p>
        <p>
          <ButtonLink to={paths.onboarding()} kind="secondary">
            Build your profile
          </ButtonLink>
        </p>
      </section>
    </div>
  );
}

const [circledStyle, ...otherStyles] = [
  "Cinematic",
  "Animation / Motion Graphics",
  "Minimalist",
  "Documentary",
];
const reviewed = ["Documentary", "Podcast / Interview Format", "Cinematic", "Branded/Corporate"];

/** Each step has a picture of what happens, made of our own stills. */
const sixSteps: readonly { title: string; text: string; isWide?: boolean; shot: ReactNode }[] = [
  {
    title: "Choose your side",
    text: "Creators are looking for help, and contributors offer it. You choose a side when you join.",
    isWide: true,
    shot: (
      <div className="halves film">
        <div className="frame half a">
          <Still name="side-creator-720" isFirst />
        </div>
        <div className="frame half b">
          <Still name="side-contributor-720" isFirst />
        </div>
      </div>
    ),
  },
  {
    title: "Build your profile",
    text: "Four short steps: who you are, your style, your tools, and the services you need or offer. Every field is optional, but a fuller profile matches better.",
    shot: (
      <div className="swatches" aria-hidden="true">
        {[circledStyle, ...otherStyles].map((style = "") => (
          <span key={style} className="sw">
            <StyleStill style={style} />
            <span>{style.split(" / ")[0]} </span>
            {style === circledStyle && <Mark shape="boxed" />}
          </span>
        ))}
      </div>
    ),
  },
  {
    title: "Get reviewed",
    text: "A person vets every contributor, usually within 1-2 business days. Creators can start right away.",
    shot: (
      <div className="checked" aria-hidden="true">
        {reviewed.map((style) => (
          <StyleFrame key={style} style={style} />
        ))}
        <Mark shape="tick" />
      </div>
    ),
  },
  {
    title: "Like or Pass",
    text: "Your deck shows one person at a time, best fits first. Someone you pass on may come back after 30 days. You can undo your last swipe.",
    isWide: true,
    shot: (
      <div className="like-pass" aria-hidden="true">
        <StillFrame name="night-street" isPassed />
        <span className="frame">
          <Still name="river-dawn" />
          <Mark />
        </span>
      </div>
    ),
  },
  {
    title: "Match and message",
    text: "When you both like each other, it's a match and your conversation opens.",
    isWide: true,
    shot: (
      <>
        <div className="halves film">
          <div className="frame half a">
            <Still name="seam-canyon-720" small="seam-canyon-400" />
          </div>
          <div className="frame half b">
            <Still name="seam-valley-720" small="seam-valley-400" />
          </div>
        </div>
        <div className="faces">
          <Still name="face-creator" width={96} height={96} />
          <Still name="face-editor" width={96} height={96} />
          <Mark />
        </div>
      </>
    ),
  },
  {
    title: "Work together",
    text: "Agree on scope, price and dates, and pay each other directly. Matchcut takes 0% and doesn't hold payments or mediate disputes.",
    shot: (
      <ExampleTalk
        lines={[
          { who: "creator", text: "Six episodes, $750 each, two rounds?" },
          { who: "editor", text: "Deal. First cut in five days.", isOwn: true },
          { who: "creator", text: "The footage is on its way." },
        ]}
      />
    ),
  },
];

const rules: readonly { title: string; text: string }[] = [
  {
    title: "Only what you've both filled in",
    text: "When there's too little to compare, we don't show a score.",
  },
  {
    title: "The best scores come first",
    text: workWords,
  },
  {
    title: "Priority has its limits",
    text: `Paid plans and invitations can move someone up the deck, but never past a match that's ${mostPoints + 1} points better. The score itself stays the same.`,
  },
];

const comparedThings: readonly { title: string; text: string }[] = [
  { title: "Services", text: "What one of you needs and the other offers. This counts most." },
  { title: "Visual styles", text: "The styles you have in common." },
  { title: "Tools", text: "The software you share." },
  { title: "Experience", text: "How experienced the contributor is." },
  { title: "Availability", text: "Who's free to start." },
  { title: "Budget", text: "What one of you plans to pay and what the other charges." },
];

const bands = [
  { band: "b90", range: "90–99%", text: "You share nearly everything we compared." },
  { band: "b80", range: "80–89%", text: "A strong fit, with a few differences." },
  { band: "b70", range: "70–79%", text: "A fair fit. Check the reasons." },
  { band: "b60", range: "60–69%", text: "Not much in common yet." },
] as const;
