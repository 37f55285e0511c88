import { useEffect } from "react";
import { answerPresence, sendPresence } from "~/features/live/listening";

/**
 * Tells people who ask that this person is online. Runs on every page, but only the tab that holds the stream answers.
 */
export function useAnswersPresence(): void {
  useEffect(
    () =>
      answerPresence(({ presence, conversationId }) => {
        if (presence === "hello") sendPresence(conversationId, "here");
      }),
    [],
  );
}
