import type { ReactNode } from "react";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { type MessageAllowance, messageWords } from "../message";

/** The limits on the next message. A used-up plan replaces the form. */
export function MessageAllowanceNote({
  allowance,
  isRequest = false,
  holdsText = false,
  children,
}: {
  allowance: MessageAllowance | null;
  isRequest?: boolean;
  /** The form holds a refused text, so it stays. */
  holdsText?: boolean;
  children: ReactNode;
}) {
  if (allowance?.left === 0 && !holdsText) {
    return (
      <div className="notice stack">
        <p>
          <strong>{messageWords.limit}</strong>
        </p>
        <p>You have sent all the messages that your plan allows. {allowance.resets}</p>
        <div className="row">
          <ButtonLink to={paths.pricing()} reloadDocument>
            See Pricing Options
          </ButtonLink>
          <ButtonLink to={paths.messages()} kind="secondary">
            All conversations
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <>
      {isRequest && <p className="hint">{messageWords.onlyOne}</p>}
      {allowance && allowance.left > 0 && (
        <p className="hint">
          {allowance.left === 1 ? "1 message" : `${allowance.left} messages`} left on your plan.{" "}
          {allowance.resets}
        </p>
      )}
      {children}
    </>
  );
}
