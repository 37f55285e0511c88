import { useFetcher } from "@remix-run/react";
import { type ChangeEvent, useEffect, useRef } from "react";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { largestGroup } from "../message";
import type { ChosenView, PickView } from "../searching.server";

const searchId = "people-search";
/** Milliseconds without a key before suggestions are asked for. */
const typingPause = 250;

/** Chooses whom to write to: links add and remove, and the people chosen stand in the address. */
export function PeoplePicker({
  view,
  error,
  savesData,
}: {
  view: PickView;
  error?: string;
  savesData?: boolean;
}) {
  const fetcher = useFetcher<PickView>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const chosen = idsOf(view);
  // Suggestions count only for the people who were chosen when they were asked for.
  const isCurrent = fetcher.data?.chosen && idsOf(fetcher.data).join() === chosen.join();
  const typed = isCurrent && fetcher.data ? fetcher.data : view;
  useEffect(() => () => clearTimeout(timer.current), []);

  function suggest(event: ChangeEvent<HTMLInputElement>) {
    const q = event.currentTarget.value;
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => fetcher.load(paths.newConversation({ people: chosen, q: q.trim(), suggesting: "1" })),
      typingPause,
    );
  }

  return (
    <>
      <ErrorSummary errors={error ? [{ id: searchId, message: error }] : []} />
      {view.chosen.length > 0 && <Chosen people={view.chosen} q={view.q} savesData={savesData} />}
      <form action={paths.newConversation()} className="stack">
        <HiddenPeople people={chosen} />
        <Field
          label="Search by name"
          type="search"
          id={searchId}
          name="q"
          hint="At least 2 characters of a first or last name."
          maxLength={100}
          autoComplete="off"
          defaultValue={view.q}
          onChange={suggest}
        />
        <div className="row">
          <Button kind="secondary">Search</Button>
        </div>
      </form>
      <div role="status">{typed.note}</div>
      <Found view={typed} chosen={chosen} savesData={savesData} />
      <form action={paths.newConversation()}>
        <HiddenPeople people={chosen} />
        <input type="hidden" name="next" value="1" />
        <Button>Continue</Button>
      </form>
    </>
  );
}

const idsOf = (view: PickView) => view.chosen.map((person) => person.personId);

function HiddenPeople({ people }: { people: string[] }) {
  return people.length > 0 ? <input type="hidden" name="with" value={people.join(" ")} /> : null;
}

function Chosen({ people, q, savesData }: { people: ChosenView[]; q: string; savesData?: boolean }) {
  const without = (gone: ChosenView) =>
    people.filter((person) => person !== gone).map((person) => person.personId);
  return (
    <ul className="people" aria-label="Selected users">
      {people.map((person) => (
        <li key={person.personId}>
          <Avatar name={person.name} src={person.avatarUrl} size="small" savesData={savesData} />
          <span>{person.name}</span>
          <ButtonLink kind="secondary" small to={paths.newConversation({ people: without(person), q })}>
            Remove<span className="visually-hidden"> {person.name}</span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

function Found({ view, chosen, savesData }: { view: PickView; chosen: string[]; savesData?: boolean }) {
  if (view.people.length === 0) return null;
  return (
    <ul className="people" aria-label="Users found">
      {view.people.map((person) => (
        <li key={person.personId}>
          <Avatar name={person.name} src={person.avatarUrl} size="small" savesData={savesData} />
          <span>
            {person.name}
            {person.location && <span className="hint"> {person.location}</span>}
          </span>
          {chosen.length < largestGroup && (
            <ButtonLink
              kind="secondary"
              small
              to={paths.newConversation({ people: [...chosen, person.personId], q: view.q })}
            >
              Add<span className="visually-hidden"> {person.name}</span>
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}
