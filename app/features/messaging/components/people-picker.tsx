import { type ChangeEvent, type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { ErrorSummary } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Button, ButtonLink, Link } from "~/ui/parts";
import { SearchField } from "~/ui/search-field";
import type { ChosenView, PickView } from "../searching.server";
import { largestGroup, startingWords } from "../starting";

export const searchId = "people-search";
/** In ms. */
const typingPause = 250;

interface PickerProps {
  view: PickView;
  error?: string;
  /** In a dialog, the chosen people are in state instead of in the URL. */
  inPage?: { choose: (people: ChosenView[]) => void; goOn: () => void };
}

/** Links add and remove people. The URL holds the ones chosen so far. */
export function PeoplePicker({ view, error, inPage }: PickerProps) {
  const { suggestions, ask } = useSuggestions();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const typed = useRef(view.q);
  const chosen = idsOf(view);
  // Suggestions are valid only for the people who had been chosen when they were fetched.
  const isCurrent = suggestions && idsOf(suggestions).join() === chosen.join();
  const pickable = isCurrent ? suggestions : view;
  useEffect(() => () => clearTimeout(timer.current), []);

  function suggest(people = chosen) {
    clearTimeout(timer.current);
    ask(typed.current.trim(), people);
  }
  function type(event: ChangeEvent<HTMLInputElement>) {
    typed.current = event.currentTarget.value;
    clearTimeout(timer.current);
    timer.current = setTimeout(suggest, typingPause);
  }
  const instead = (act: () => void) => (event: FormEvent | MouseEvent) => {
    event.preventDefault();
    act();
  };
  const chooseInPage =
    inPage &&
    ((people: ChosenView[]) =>
      instead(() => {
        inPage.choose(people);
        suggest(people.map((person) => person.personId));
        // The focused link was just removed.
        document.getElementById(searchId)?.focus();
      }));

  return (
    <>
      <ErrorSummary errors={error ? [{ id: searchId, message: error }] : []} />
      {view.chosen.length > 0 && <Chosen people={view.chosen} q={view.q} onChoose={chooseInPage} />}
      <form
        action={paths.newConversation()}
        className={inPage ? "stack" : "row talks-find"}
        onSubmit={inPage && instead(() => suggest())}
      >
        <HiddenPeople people={chosen} />
        <SearchField
          label="Search by name"
          id={searchId}
          name="q"
          hint="At least 2 letters of a first or last name."
          defaultValue={view.q}
          onChange={type}
        />
        {!inPage && <Button kind="secondary">Search</Button>}
      </form>
      <div role="status">{pickable.note}</div>
      <Found view={pickable} chosen={view.chosen} onChoose={chooseInPage} />
      <form
        action={paths.newConversation()}
        className="stack picker-foot"
        onSubmit={inPage && instead(inPage.goOn)}
      >
        <HiddenPeople people={chosen} />
        <input type="hidden" name="next" value="1" />
        <Button>{chosen.length > 1 ? `Continue with ${chosen.length} people` : "Continue"}</Button>
      </form>
    </>
  );
}

const idsOf = (view: Pick<PickView, "chosen">) => view.chosen.map((person) => person.personId);

function HiddenPeople({ people }: { people: string[] }) {
  return people.length > 0 ? <input type="hidden" name="with" value={people.join(" ")} /> : null;
}

type OnChoose = (people: ChosenView[]) => (event: MouseEvent) => void;

function Chosen({ people, q, onChoose }: { people: ChosenView[]; q: string; onChoose?: OnChoose }) {
  const without = (gone: ChosenView) => people.filter((person) => person !== gone);
  return (
    <ul className="picked" aria-label="People selected">
      {people.map((person) => (
        <li key={person.personId}>
          <Link
            to={paths.newConversation({ people: idsOf({ chosen: without(person) }), q })}
            onClick={onChoose?.(without(person))}
          >
            <Avatar name={person.name} src={person.avatarUrl} size="small" />{" "}
            <span className="visually-hidden">Remove </span>
            {person.name} <Icon name="close" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Found({ view, chosen, onChoose }: { view: PickView; chosen: ChosenView[]; onChoose?: OnChoose }) {
  if (view.people.length === 0) return null;
  return (
    <ul className="people-found" aria-label="People found">
      {view.people.map((person) => (
        <li key={person.personId}>
          <Avatar name={person.name} src={person.avatarUrl} size="medium" />
          <div>
            <b>{person.name}</b> <p>{[person.craft, person.location].filter(Boolean).join(" · ")}</p>{" "}
            <p>{person.isInTouch ? "In touch" : "Arrives as a request"}</p>
          </div>{" "}
          {chosen.length < largestGroup && (
            <ButtonLink
              kind="secondary"
              small
              to={paths.newConversation({ people: idsOf({ chosen: [...chosen, person] }), q: view.q })}
              onClick={onChoose?.([...chosen, person])}
            >
              Add<span className="visually-hidden"> {person.name}</span>
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Only the last request counts; a network failure shows an error. This isn't a Remix fetcher, which would load the
 * route's page module and reload this page if that failed.
 */
function useSuggestions() {
  const [suggestions, setSuggestions] = useState<PickView>();
  const asking = useRef<AbortController>();
  useEffect(() => () => asking.current?.abort(), []);

  async function ask(q: string, people: readonly string[]) {
    asking.current?.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    let answer: PickView;
    try {
      const reply = await fetch(paths.people({ people, q }), { signal });
      if (!reply.ok) throw reply;
      answer = await reply.json();
    } catch {
      const chosen = people.map((personId) => ({ personId, name: "", avatarUrl: null }));
      answer = { chosen, q, people: [], note: startingWords.notSearched };
    }
    if (!signal.aborted) setSuggestions(answer);
  }
  return { suggestions, ask };
}
