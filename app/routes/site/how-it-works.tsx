import type { MetaFunction } from "@remix-run/node";
import { pageMeta } from "~/features/content/page-meta";
import { workPoints } from "~/features/discovery/score";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = { isPublic: true };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "How it works | Matchcut",
    description:
      "Six steps from your profile to working together, and how we calculate the match percentage.",
    path: paths.howItWorks(),
  });

export default function HowItWorks() {
  return (
    <div className="sections">
      <section className="stack">
        <h1>How it works</h1>
        <p className="text-lg">From your profile to working together.</p>
        <div className="row">
          <ButtonLink to={paths.onboarding()}>Get Started</ButtonLink>
          <a href="#matching" className="btn btn-secondary">
            How matching works
          </a>
        </div>
      </section>

      <section className="stack">
        <h2>Six steps</h2>
        <ol className="cards steps">
          {sixSteps.map((step) => (
            <li key={step.title} className="card">
              <h3>{step.title}</h3>
              <p className="muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section id="matching" className="stack">
        <h2>How matching works</h2>
        <p>
          We calculate the score from both profiles. It's never random. It starts at 60, adds points for what
          you share and stops at 99. You both see the same score everywhere, with the reasons beside it.
        </p>
        <p>
          We only compare what you've both filled in. When there's too little to compare, we don't show a
          score.
        </p>
        <p>
          Discover shows the best scores first. Between two people whose scores are at most {workPoints}{" "}
          points apart, the one who shows work comes first.
        </p>
        <dl className="cards">
          {comparedThings.map((thing) => (
            <div key={thing.title}>
              <dt className="font-bold">{thing.title}</dt>
              <dd className="muted">{thing.text}</dd>
            </div>
          ))}
        </dl>
        <h3>What the score tells you</h3>
        <ul className="stack">
          {bands.map(({ band, range, text }) => (
            <li key={band} className="row">
              <strong className={`badge ${band}`}>{range}</strong> {text}
            </li>
          ))}
        </ul>
      </section>

      <section className="card">
        <h2>Ready when you are</h2>
        <p>You can build your profile before you create an account.</p>
        <ButtonLink to={paths.onboarding()} kind="secondary">
          Build your profile
        </ButtonLink>
      </section>
    </div>
  );
}

const sixSteps: readonly { title: string; text: string }[] = [
  {
    title: "Choose your side",
    text: "Creators are looking for help. Contributors offer it. You choose when you start.",
  },
  {
    title: "Build your profile",
    text: "Four short steps: who you are, your style, your tools, and the services you need or offer. Every field is optional, but a fuller profile matches better.",
  },
  {
    title: "Get reviewed",
    text: "A person vets every contributor, usually within 1-2 business days. Creators can start right away.",
  },
  {
    title: "Like or Pass",
    text: "Your deck shows one person at a time, best fits first. Someone you pass may come back after 30 days. You can undo your last swipe.",
  },
  {
    title: "Match and message",
    text: "When you both like each other, it's a match and your conversation opens.",
  },
  {
    title: "Work together",
    text: "Agree on scope, price and dates, and pay each other directly. Matchcut takes 0% and doesn't hold payments or mediate disputes.",
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
  { band: "band-90", range: "90-99%", text: "You share nearly everything we compared." },
  { band: "band-80", range: "80-89%", text: "A strong fit, with a few differences." },
  { band: "band-70", range: "70-79%", text: "A fair fit. Check the reasons." },
  { band: "band-60", range: "60-69%", text: "Not much in common yet." },
] as const;
