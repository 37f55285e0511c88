import type { MetaFunction } from "@remix-run/node";
import { useSearchParams } from "@remix-run/react";
import { features, reasons, steps, stories, trustPoints } from "~/features/content/landing";
import { pageMeta } from "~/features/content/page-meta";
import { CameFrom } from "~/features/content/page-parts";
import { SampleScreens } from "~/features/content/sample-screens";
import { organization } from "~/features/content/structured-data";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { useRootData } from "~/shell/root-data";
import styles from "~/styles/site-page.css?url";
import { Icon } from "~/ui/icon";
import { Badge, ButtonLink } from "~/ui/parts";

export const handle: RouteHandle = {
  styles,
  isPublic: true,
};

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "Matchcut: creators and the crews behind their work",
    description:
      "Find editors, designers and writers who fit how you work. Swipe, match, talk. Vetted contributors, 0% platform fees.",
    path: paths.home(),
    things: (at) => [organization(at)],
  });

export default function Landing() {
  const isGuest = !useRootData()?.person;
  const from = useSearchParams()[0].get("from");
  return (
    <div className="sections landing">
      {isGuest && from && <CameFrom from={from} />}
      <section className="landing-hero">
        <div className="stack">
          <h1>Find the people who fit your cut</h1>
          <p className="text-lg">
            Matchcut connects content creators with vetted editors, designers and writers. Like each other,
            match and start talking.
          </p>
          <div className="row">
            <ButtonLink to={paths.onboarding()}>Get Started</ButtonLink>
            <ButtonLink to={paths.howItWorks()} kind="secondary">
              See how it works
            </ButtonLink>
          </div>
          <p className="row muted">
            Trusted by creators worldwide <Badge>+34</Badge>
          </p>
        </div>
        <SampleScreens />
      </section>

      <ul className="cards" aria-label="What you can count on">
        {trustPoints.map((point) => (
          <li key={point.title}>
            <strong className="text-lg">{point.title}</strong>
            <p className="muted">{point.text}</p>
          </li>
        ))}
      </ul>

      <section className="stack">
        <h2>How it works</h2>
        <ol className="cards steps">
          {steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p className="muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="stack">
        <h2>Made for the way you work</h2>
        <ul className="cards">
          {features.map((feature) => (
            <li key={feature.title}>
              <h3>
                {feature.title} {feature.planned && <Badge tone="info">Planned</Badge>}
              </h3>
              <p className="muted">{feature.text}</p>
            </li>
          ))}
        </ul>
        <ButtonLink to={paths.features()} kind="secondary">
          See all features
        </ButtonLink>
      </section>

      <section className="landing-halves">
        <div className="stack">
          <h2>Why choose Matchcut</h2>
          <ul className="ticks">
            {reasons.map((reason) => (
              <li key={reason}>
                <Icon name="check" />
                {reason}
              </li>
            ))}
          </ul>
          <ButtonLink to={paths.contributors()} kind="secondary">
            See the contributors
          </ButtonLink>
        </div>
        <div className="stack">
          <h2>Two example stories</h2>
          <p className="muted">How you might use Matchcut. These are examples, not real customers.</p>
          {stories.map((story) => (
            <figure key={story.attribution} className="landing-story">
              <blockquote>“{story.quote}”</blockquote>
              <figcaption className="hint">{story.attribution}</figcaption>
            </figure>
          ))}
        </div>
      </section>

      {isGuest && (
        <section className="landing-close">
          <h2>Your next cut starts with one Like</h2>
          <p>Four short steps, no credit card, and you'll see who fits.</p>
          <ButtonLink to={paths.onboarding()}>Build your profile</ButtonLink>
        </section>
      )}
    </div>
  );
}
