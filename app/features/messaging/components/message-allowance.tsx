import type { ReactNode } from "react";
import { LimitNotice } from "~/features/plans/components/limit-notice";
import { lastUseWords } from "~/features/plans/plan";
import { paths } from "~/paths";
import { type MessageAllowance, messageWords } from "../message";

/** The composer says how many messages are left once there are this few. */
const few = 5;

/** What the plan has left and when it resets. */
export function allowanceWords({ left, resets }: MessageAllowance): string {
  if (left === 1) return lastUseWords("message", resets);
  return `${left} messages left on your plan. ${resets}`;
}

/** The limits on the next message. If the plan is used up, this replaces the form. */
export function MessageAllowanceNote({
  allowance,
  isRequest = false,
  holdsText = false,
  children,
}: {
  allowance: MessageAllowance | null;
  isRequest?: boolean;
  /** Keeps the form, because it still holds the text that was refused. */
  holdsText?: boolean;
  children: ReactNode;
}) {
  if (allowance?.left === 0 && !holdsText) {
    return (
      <LimitNotice title={messageWords.limit} continueTo={paths.messages()}>
        You've sent all the messages your plan allows. {allowance.resets}
      </LimitNotice>
    );
  }
  return (
    <>
      {isRequest && <p className="hint">{messageWords.onlyOne}</p>}
      {allowance && allowance.left > 0 && allowance.left <= few && (
        <p className="hint">{allowanceWords(allowance)}</p>
      )}
      {children}
    </>
  );
}
