import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Actor } from "~/features/accounts/actor";
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
  if (intent === "rename") await limitActs(args, actor, "profile-change");
  const [act, title, text] = answers[intent];
  if (!(await act(actor, conversationId, groupName)).ok) throw notFound();
  const isPutAway = intent === "leave" || intent === "archive" || intent === "ignore";
  return redirectWithFlash(isPutAway ? paths.messages() : paths.conversation(conversationId), {
    title,
    text,
  });
}

type Act = (actor: Actor, conversationId: string, groupName: string) => Promise<{ ok: boolean }>;

const answers: Record<z.output<typeof answerSchema>["intent"], [act: Act, title: string, text?: string]> = {
  accept: [acceptRequest, "Request accepted"],
  ignore: [ignoreRequest, "Request ignored"],
  leave: [leaveGroup, "You left the conversation"],
  archive: [
    (actor, id) => setArchived(actor, id, true),
    "Conversation archived",
    "It comes back with the next message.",
  ],
  unarchive: [(actor, id) => setArchived(actor, id, false), "Conversation unarchived"],
  rename: [renameGroup, "Group name saved"],
};
