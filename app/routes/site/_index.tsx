import type { MetaFunction } from "@remix-run/node";
import { useSearchParams } from "@remix-run/react";
import { CameFrom } from "~/features/content/came-from";
import { features, reasons, steps, stories, trustPoints } from "~/features/content/landing";
import { SampleDeckCard } from "~/features/content/sample-deck-card";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";
import { useRootData } from "~/shell/root-data";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";

export const handle: RouteHandle = { isPublic: true };

export const meta: MetaFunction = () => [
  { title: "Matchcut: creators and the people who make their work" },
  {
    name: "description",
    content:
      "Find editors, designers and writers who fit how you work. Swipe, match, talk. Vetted contributors, 0% platform fees.",
  },
];

export default function Landing() {
  const isGuest = !useRootData()?.person;
  const from = useSearchParams()[0].get("from");
  return (
    <div className="sections">
      {isGuest && from && <CameFrom from={from} />}
      <section className="hero">
        <div className="stack">
          <h1>Find the people who fit your cut</h1>
          <p className="text-lg">
            Matchcut brings content creators together with vetted editors, designers and writers. Like each
            other, match, and start talking.
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
        <SampleDeckCard />
      </section>

      <ul className="cards" aria-label="What you can count on">
        {trustPoints.map((point) => (
          <li key={point.title} className="card">
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
            <li key={feature.title} className="card">
              <h3 className="row">
                {feature.title} {feature.planned && <Badge tone="info">Planned</Badge>}
              </h3>
              <p className="muted">{feature.text}</p>
            </li>
          ))}
        </ul>
        <ButtonLink to={paths.howItWorks()} kind="secondary">
          See every step
        </ButtonLink>
      </section>

      <section className="stack">
        <h2>Why choose Matchcut</h2>
        <ul className="ticks">
          {reasons.map((reason) => (
            <li key={reason}>
              <Icon name="check" />
              {reason}
            </li>
          ))}
        </ul>
      </section>

      <section className="stack">
        <h2>Two example stories</h2>
        <p className="muted">How Matchcut is meant to be used. These are examples, not customers.</p>
        <div className="cards md:grid-cols-2">
          {stories.map((story) => (
            <figure key={story.attribution} className="card">
              <blockquote>“{story.quote}”</blockquote>
              <figcaption className="hint">{story.attribution}</figcaption>
            </figure>
          ))}
        </div>
      </section>
    </div>
  );
}
