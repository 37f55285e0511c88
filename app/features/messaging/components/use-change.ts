import { useContext } from "react";
import { paths } from "~/paths";
import { FormTokenContext } from "~/ui/form";
import { messageWords } from "../message";
import type { RefetchResponse } from "./use-conversation";
import type { SendAnswer } from "./use-outgoing";

/** Null once it is done, else why not. */
export type ChangeInPlace = (seq: number, fields: Record<string, string>) => Promise<string | null>;

/** Edits or deletes one's own message without leaving the thread. */
export function useChange(
  conversationId: string,
  take: (answer: RefetchResponse, isWhole: boolean) => void,
): ChangeInPlace {
  const token = useContext(FormTokenContext);
  return async (seq, fields) => {
    try {
      const reply = await fetch(paths.conversationNow(conversationId, { change: seq }), {
        method: "POST",
        body: new URLSearchParams({ ...fields, ...(token ? { _token: token } : {}) }),
      });
      const answer: SendAnswer = await reply.json();
      if ("refused" in answer) return answer.refused;
      if (!("thread" in answer)) throw answer;
      take(answer, true);
      return null;
    } catch {
      return messageWords.notChanged;
    }
  };
}
