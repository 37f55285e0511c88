import { paths } from "~/paths";
import { DialogLink } from "~/ui/dialog-link";

const load = import.meta.env.SSR
  ? undefined
  : () => import("./new-conversation-dialog").then((loaded) => loaded.NewConversationDialog);

/** With script, opens a dialog. */
export function NewConversation() {
  return (
    <DialogLink small to={paths.newConversation()} hash="#new" load={load}>
      New Conversation
    </DialogLink>
  );
}
