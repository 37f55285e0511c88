import type { MetaFunction } from "@remix-run/node";
import { bands, comparedThings, sixSteps } from "~/features/content/how-it-works";
import { pageMeta } from "~/features/content/page-meta";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = { isPublic: true };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "How it works | Matchcut",
    description: "Six steps from a profile to working together, and how the match percentage is worked out.",
    path: paths.howItWorks(),
  });

export default function HowItWorks() {
  return (
    <div className="sections">
      <section className="stack">
        <h1>How it works</h1>
        <p className="text-lg">From a profile to working together, in six steps.</p>
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
          The score is worked out from both profiles, never drawn at random. It starts at 60, adds points for
          what you share, and stops at 99. You both see the same score everywhere, with its reasons in words.
        </p>
        <p>
          Only what both of you filled in is compared. Where there is too little to compare, no score is
          shown.
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
        <p>You can build your profile before you have an account.</p>
        <ButtonLink to={paths.onboarding()} kind="secondary">
          Build your profile
        </ButtonLink>
      </section>
    </div>
  );
}
