import { useNavigation } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormResult, fieldOf, fieldProps, summaryOf } from "~/ui/form-fields";
import { readLocal, writeLocal } from "~/ui/local-storage";
import { isBlank, longestMessage, messageWords, newId, tidyMessage } from "../message";

interface ComposerProps {
  action: string;
  /** Created with the page and unchanged until the message is stored, so that a resend stores one. */
  messageId: string;
  result?: FormResult;
  /** With script: replaces submitting the form. */
  onSend?: (messageId: string, content: string) => void;
  onType?: () => void;
  /** The local storage key of the draft, with script. */
  draftName?: string;
}

/** After sending it resets, with the new page's id. */
export function Composer({ action, messageId, result, onSend, onType, draftName }: ComposerProps) {
  const [round, setRound] = useState({ number: 0, messageId });
  const wasSending = useRef(false);
  const isSending = Boolean(useNavigation().formData?.has("messageId"));

  useEffect(() => {
    if (isSending) {
      wasSending.current = true;
    } else if (wasSending.current) {
      wasSending.current = false;
      if (!result) setRound((last) => ({ number: last.number + 1, messageId }));
    }
  }, [isSending, result, messageId]);

  return (
    <ComposerForm
      key={round.number}
      action={action}
      messageId={round.messageId}
      freshId={messageId}
      result={onSend && round.number > 0 ? undefined : result}
      onSend={
        onSend &&
        ((id, content) => {
          onSend(id, content);
          setRound(({ number }) => ({ number: number + 1, messageId: newId() }));
        })
      }
      onType={onType}
      draftName={draftName}
      isSending={isSending}
      takesFocus={round.number > 0}
    />
  );
}

function ComposerForm({
  action,
  messageId,
  freshId,
  result,
  onSend,
  onType,
  draftName,
  isSending,
  takesFocus,
}: ComposerProps & { freshId: string; isSending: boolean; takesFocus: boolean }) {
  const content = fieldOf("composer", result, "content");
  const given = fieldOf("composer", result, "messageId");
  const refusedId = typeof given.initialValue === "string" ? given.initialValue : undefined;
  const form = { id: content.id, errors: result?.error?.[""] ?? [], allErrors: result?.error };

  const saveDraft = (text: string) => draftName && writeLocal(draftName, text || undefined);

  useEffect(() => {
    const field = document.getElementById(content.id);
    const draft = draftName && readLocal(draftName);
    if (!(field instanceof HTMLTextAreaElement)) return;
    // Text from a refused form, the browser, or typing before the script loaded is newer.
    if (field.value) {
      if (draftName) writeLocal(draftName, field.value);
    } else if (typeof draft === "string") {
      field.value = draft;
    }
  }, [draftName, content.id]);

  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isSending) event.currentTarget.form?.requestSubmit();
  }

  function sendWithScript(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const text = tidyMessage(String(form.get("content")));
    if (!onSend) return saveDraft("");
    event.preventDefault();
    if (isBlank(text)) return;
    saveDraft("");
    onSend(String(form.get("messageId")), text);
  }

  return (
    <Form action={action} className="composer" onSubmit={sendWithScript}>
      <ErrorSummary title={messageWords.failed} errors={summaryOf(form, [content])}>
        {form.errors.includes(messageWords.notStored) && (
          <SubmitButton kind="secondary" small pending="Sending...">
            Try Again
          </SubmitButton>
        )}
      </ErrorSummary>
      <input type="hidden" name="messageId" value={given.errors ? freshId : (refusedId ?? messageId)} />
      <TextArea
        label="Message"
        rows={2}
        required
        maxLength={longestMessage}
        autoFocus={takesFocus}
        onKeyDown={sendOnEnter}
        onInput={(event) => {
          saveDraft(event.currentTarget.value);
          onType?.();
        }}
        {...fieldProps(content)}
      />
      <SubmitButton pending="Sending...">Send</SubmitButton>
    </Form>
  );
}
