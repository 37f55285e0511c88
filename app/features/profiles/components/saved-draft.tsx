import { type Catalog, namesOf } from "~/features/catalog/catalog";
import { StyleStill } from "~/features/catalog/components/stills";
import { paths } from "~/paths";
import { Mark } from "~/ui/mark";
import type { ProfileAnswers } from "../profile";
import type { UserType } from "../user-type";

interface DraftFacts {
  styles: string[];
  /** Only fields that have an answer. */
  facts: [label: string, value: string][];
}

/** What a visitor's draft says, as text, for the page that asks them to create an account. */
export function draftFacts(userType: UserType, answers: ProfileAnswers, { byId }: Catalog): DraftFacts {
  const listed = (ids: readonly number[], names: Readonly<Record<number, string>>) =>
    namesOf(ids, names).join(", ");
  const needs = [...answers.creativeServices, ...answers.strategicServices];
  const facts: [string, string][] =
    userType === "creator"
      ? [
          ["You make", listed(answers.contentType, byId.contentTypes)],
          ["Looking for", listed(needs, byId.services)],
        ]
      : [["You offer", listed(answers.servicesOffered, byId.services)]];
  return {
    styles: namesOf(answers.visualStyle, byId.styles),
    facts: [...facts, ["Tools", listed(answers.tools, byId.tools)] as [string, string]].filter(
      ([, value]) => value,
    ),
  };
}

/** False for a draft that was completed without any of these answers. */
export function hasAnswers<Draft extends DraftFacts>(draft: Draft | null): draft is Draft {
  return draft !== null && draft.styles.length + draft.facts.length > 0;
}

const mostStyles = 3;

export function SavedDraft({ draft: { styles, facts, days } }: { draft: DraftFacts & { days: number } }) {
  return (
    <aside className="saved-draft film" aria-labelledby="saved-draft">
      <h2 id="saved-draft">Saved from your profile</h2>
      {styles.length > 0 && (
        <ul className="swatches" aria-label="Styles">
          {styles.slice(0, mostStyles).map((style) => (
            <li key={style} className="sw">
              <StyleStill style={style} />
              <span>{style}</span>
              <Mark shape="boxed" />
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        We'll keep this for {days} days. <a href={paths.onboardingStep(1)}>Edit it</a>
      </p>
    </aside>
  );
}
