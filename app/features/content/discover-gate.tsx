import type { ReactNode } from "react";
import { CutPair } from "~/features/catalog/components/stills";
import type { PersonWithWork } from "~/features/directory/listing.server";
import type { MiniView } from "~/features/discovery/mini";
import { whatToChange } from "~/features/profiles/review-words";
import { paths } from "~/paths";
import { latePart } from "~/ui/late-part";
import { ButtonLink, EmptyState, isInert } from "~/ui/parts";
import { LateWorkStrip } from "./late-work-strip";

const MiniCard = latePart("MiniCard", () => import("~/features/discovery/components/mini-card"));

/** Why someone can't swipe yet, and what the page shows them. */
type GateView =
  | { view: "guest"; place: string; people: PersonWithWork[] }
  | { view: "waiting"; isRejected: boolean }
  | { view: "newcomer"; people: PersonWithWork[] }
  | { view: "hidden"; mini: MiniView | null };

/**
 * What Discover shows instead of a deck: what the person has to do first.
 * @param children the stylesheet that only this page needs
 */
export function DiscoverGate({ gate, children }: { gate: GateView; children: ReactNode }) {
  switch (gate.view) {
    case "guest":
      return (
        <Gate
          title="Please log in to view service providers."
          text="See who fits, with a score and the reasons for it. It's free to look."
          people={gate.people}
          way={<ButtonLink to={paths.login({ redirectTo: gate.place })}>Log In / Sign Up</ButtonLink>}
        >
          {children}
        </Gate>
      );
    case "waiting":
      return (
        <EmptyState
          title={gate.isRejected ? "Your profile wasn't approved" : "Your profile isn't approved yet"}
          picture={<CutPair styles={["Documentary", "Casual Vlog"]} />}
          action={
            <p className="row">
              <ButtonLink to={paths.newSample()}>Add work</ButtonLink>{" "}
              <ButtonLink kind="secondary" to={paths.dashboard()}>
                Go to your dashboard
              </ButtonLink>
            </p>
          }
        >
          {gate.isRejected && `${whatToChange} `}
          Once it's approved, you'll see creators here and they'll see you.
        </EmptyState>
      );
    case "hidden":
      return (
        <EmptyState
          title="Your profile is hidden"
          picture={
            gate.mini && (
              <div className="gate-own" aria-hidden="true" {...isInert}>
                {children}
                <MiniCard mini={gate.mini} as="div" />
              </div>
            )
          }
          action={<ButtonLink to={paths.ownProfile()}>Go to your profile</ButtonLink>}
        >
          You can't swipe while your profile is hidden. Your profile page says why.
        </EmptyState>
      );
    case "newcomer":
      return (
        <Gate
          title="Build your profile to see who fits"
          text="We build your deck from your profile: what you need or what you offer."
          people={gate.people}
          way={<ButtonLink to={paths.onboarding()}>Build my profile</ButtonLink>}
        >
          {children}
        </Gate>
      );
  }
}

/** What the person has to do, in front of people's work. `way` is the button or link to it. */
function Gate({
  title,
  text,
  people,
  way,
  children,
}: {
  title: string;
  text: string;
  people: readonly PersonWithWork[];
  way: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="gate film">
      {children}
      {people.length > 0 && (
        <div className="gatesheet" aria-hidden="true" {...isInert}>
          <LateWorkStrip people={people} />
        </div>
      )}
      <div className="gatesay">
        <h2>{title}</h2>
        <p>{text}</p>
        <p className="row">
          {way}
          <ButtonLink to={paths.contributors()} kind="quiet" className="btn-film">
            See contributors
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
