import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { paths } from "~/paths";
import { Dialog } from "~/ui/dialog";
import type { OnDemandDialogProps } from "~/ui/dialog-link";
import type { ChosenView } from "../searching.server";
import { startingWords } from "../starting";
import { PeoplePicker, searchId } from "./people-picker";

/** The next page checks the chosen people on the server. */
export function NewConversationDialog({ onClose }: OnDemandDialogProps) {
  const [chosen, setChosen] = useState<ChosenView[]>([]);
  const [error, setError] = useState<string>();
  const navigate = useNavigate();

  useEffect(() => document.getElementById(searchId)?.focus(), []);

  return (
    <Dialog title="New Conversation" onClose={onClose}>
      <PeoplePicker
        view={{ chosen, q: "", people: [], note: "" }}
        error={error}
        inPage={{
          choose(people) {
            setChosen(people);
            setError(undefined);
          },
          goOn() {
            if (chosen.length === 0) return setError(startingWords.noneChosen);
            const people = chosen.map((person) => person.personId);
            // Lets Back on the next page skip the dialog.
            navigate(paths.newConversation({ people, next: "1" }), { replace: true });
          },
        }}
      />
    </Dialog>
  );
}
