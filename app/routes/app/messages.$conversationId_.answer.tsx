import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  acceptRequest,
  ignoreRequest,
  leaveGroup,
  renameGroup,
  setArchived,
} from "~/features/messaging/grouping.server";
import { answerSchema } from "~/features/messaging/message.schema";
import { notFound, pressed } from "~/http/form.server";
import { idParam, limitActs, readAsMember, redirectWithFlash } from "~/http/route.server";
import type { RouteHandle } from "~/http/route-handle";
import { paths } from "~/paths";

export { NoPage as default } from "~/shell/page";

export const handle: RouteHandle = { pageFailure: "We couldn't save your choice" };

export function loader(args: LoaderFunctionArgs) {
  return redirect(paths.conversation(idParam(args, "conversationId")));
}

export async function action(args: ActionFunctionArgs) {
  const { actor, form } = await readAsMember(args, answerSchema);
  const conversationId = idParam(args, "conversationId");
  const { intent, groupName } = pressed(
    form,
    "We couldn't do that",
    "Please go back to the conversation and use one of its buttons.",
  );
  if (intent === "leave") {
    if (!(await leaveGroup(actor, conversationId)).ok) throw notFound();
    return redirectWithFlash(paths.messages(), { title: "You left the conversation" });
  }
  if (intent === "rename") {
    await limitActs(args, actor, "profile-change");
    if (!(await renameGroup(actor, conversationId, groupName)).ok) throw notFound();
    return redirectWithFlash(paths.conversation(conversationId), { title: "Group name saved" });
  }
  if (intent === "archive" || intent === "unarchive") {
    const isArchived = intent === "archive";
    if (!(await setArchived(actor, conversationId, isArchived)).ok) throw notFound();
    return isArchived
      ? redirectWithFlash(paths.messages(), {
          title: "Conversation archived",
          text: "It comes back with the next message.",
        })
      : redirectWithFlash(paths.conversation(conversationId), {
          title: "Conversation unarchived",
        });
  }
  if (intent === "accept") {
    if (!(await acceptRequest(actor, conversationId)).ok) throw notFound();
    return redirectWithFlash(paths.conversation(conversationId), { title: "Request accepted" });
  }
  if (!(await ignoreRequest(actor, conversationId)).ok) throw notFound();
  return redirectWithFlash(paths.messages(), { title: "Request ignored" });
}
