import { useEffect } from "react";
import { answerPresence } from "~/features/live/listening";
import { sendPresence } from "../presence";

/** Of this browser's tabs the one that hears answers, whatever page it shows, that the person is here. */
export function useAnswersPresence(): void {
  useEffect(
    () =>
      answerPresence(({ presence, conversationId }) => {
        if (presence === "hello" && typeof conversationId === "string") sendPresence(conversationId, "here");
      }),
    [],
  );
}
