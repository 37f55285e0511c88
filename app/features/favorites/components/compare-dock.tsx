import { useEffect, useState } from "react";
import { paths } from "~/paths";
import { Avatar } from "~/ui/avatar";
import { mostCompared } from "~/ui/comparing";
import { Form } from "~/ui/form";
import { Button } from "~/ui/parts";

const formId = "compare";

function readForm(): string[] | null {
  const form = document.getElementById(formId);
  return form instanceof HTMLFormElement ? new FormData(form).getAll("with").map(String) : null;
}

/**
 * The people selected on all pages, in the form's order. Follows the checkboxes once script runs.
 * @param stored the people selected in the URL
 */
export function useTicked(stored: string[]) {
  const [ticked, setTicked] = useState(stored);
  // Reads the form again: people may have been selected before script ran, and the next page has other checkboxes.
  useEffect(() => setTicked(readForm() ?? stored), [stored]);
  return [ticked, () => setTicked(readForm() ?? stored)] as const;
}

/**
 * Says how many people are selected, and compares them. Its form also has the page's filters and the pager's buttons,
 * so that the selection is kept without script.
 * @param elsewhere the selected people who aren't on this page
 */
export function CompareDock({
  ticked,
  elsewhere,
  listId,
  people,
}: {
  ticked: readonly string[];
  elsewhere: readonly string[];
  listId: string | null;
  people: readonly { contributorId: string; name: string; avatarUrl: string | null }[];
}) {
  return (
    <Form id={formId} method="get" action={paths.compareFavorites()} className="dock">
      {elsewhere.map((id) => (
        <input key={id} type="hidden" name="with" value={id} />
      ))}
      {listId && <input type="hidden" name="list" value={listId} />}
      <span className="faces">
        {people
          .filter(({ contributorId }) => ticked.includes(contributorId))
          .map(({ contributorId, name, avatarUrl }) => (
            <Avatar key={contributorId} name={name} src={avatarUrl} size="small" />
          ))}
      </span>{" "}
      <p role="status">
        {ticked.length > 0 ? `${ticked.length} to compare` : `Up to ${mostCompared} people`}
      </p>{" "}
      <Button small>Compare</Button>
    </Form>
  );
}
