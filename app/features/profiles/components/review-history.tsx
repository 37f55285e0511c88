import { adminPaths } from "~/admin-paths";
import { SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { Time } from "~/ui/time";

interface Entry {
  id: string;
  act: string | null;
  by: string | null;
  text: string;
  at: string;
}

/** Decisions and notes, with a form for another note. `note` holds a refused one. */
export function ReviewHistory({
  contributorId,
  history,
  noteId,
  note,
}: {
  contributorId: string;
  history: readonly Entry[];
  noteId: string;
  note?: { text?: string; error: string[] };
}) {
  return (
    <Card title="History and notes">
      {history.length === 0 && <p className="muted">Nothing has been decided or noted yet.</p>}
      <ul className="rows">
        {history.map(({ id, act, by, text, at }) => (
          <li key={id}>
            <strong>{act ?? "Note"}</strong>{" "}
            <span className="hint">
              {by ?? "Deleted user"}, <Time at={at} as="dateTime" />
            </span>
            {text && <p className="mail-text">{text}</p>}
          </li>
        ))}
      </ul>
      <Form action={adminPaths.reviewContributor(contributorId)} className="stack" key={noteId}>
        <input type="hidden" name="noteId" value={noteId} />
        <TextArea
          label="Note for other admins"
          name="note"
          hint="The contributor never sees it."
          rows={2}
          required
          maxLength={2000}
          defaultValue={note?.text}
          error={note?.error}
        />
        <div>
          <SubmitButton name="decision" value="note" kind="secondary" small pending="Saving...">
            Keep this note
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
