import { useEffect } from "react";
import { answerPresence, sendPresence } from "~/features/live/listening";

/** Runs on every page, in the one tab that holds the stream. */
export function useAnswersPresence(): void {
  useEffect(
    () =>
      answerPresence(({ presence, conversationId }) => {
        if (presence === "hello") sendPresence(conversationId, "here");
      }),
    [],
  );
}
