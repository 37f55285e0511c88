import { useNavigation } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { newId } from "~/ids";
import { tidyText } from "~/lines";
import { ErrorSummary, Form, type FormResult, fieldOf, fieldProps, summaryOf, TextArea } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { readLocal, writeLocal } from "~/ui/local-storage";
import { SubmitButton } from "~/ui/parts";
import { useAnnounce } from "~/ui/toast";
import { type WaitingFile, waitingFileIn } from "../attachment";
import { longestMessage, messageWords } from "../message";
import { AttachField, useAttachment } from "./attach-field";

interface ComposerProps {
  action: string;
  /** Created with the page and unchanged until the message is stored, so a resend stores only one. */
  messageId: string;
  result?: FormResult;
  /** With script, this is called instead of submitting the form. */
  onSend?: (messageId: string, content: string, upload: WaitingFile | null) => void;
  onType?: () => void;
  /** The draft's key in local storage, with script. */
  draftName?: string;
  placeholder?: string;
  /** Fields shown above the text. */
  children?: ReactNode;
  /** Accepts files: all kinds, or only pictures. The form's action must read multipart forms. */
  attach?: { sharesFiles: boolean };
}

/** After a message is sent, the form resets and takes the message ID of the reloaded page. */
export function Composer({ messageId, result, onSend, ...rest }: ComposerProps) {
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
      {...rest}
      messageId={round.messageId}
      freshId={messageId}
      result={onSend && round.number > 0 ? undefined : result}
      onSend={
        onSend &&
        ((id, content, upload) => {
          // An offline copy of a page can be opened again after its message ID was used.
          onSend(document.documentElement.dataset.copied ? newId() : id, content, upload);
          setRound(({ number }) => ({ number: number + 1, messageId: newId() }));
        })
      }
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
  attach,
  placeholder = "Message",
  children,
  isSending,
  takesFocus,
}: ComposerProps & { freshId: string; isSending: boolean; takesFocus: boolean }) {
  const content = fieldOf("composer", result, "content");
  const given = fieldOf("composer", result, "messageId");
  const refusedId = typeof given.initialValue === "string" ? given.initialValue : undefined;
  const file = fieldOf("composer", result, "file");
  const attachment = useAttachment(
    attach?.sharesFiles ?? false,
    file.id,
    waitingFileIn(result?.initialValue),
  );
  const { chosen } = attachment;
  const announce = useAnnounce();
  /** Send was pressed while the file was still uploading. */
  const sendsLater = useRef<HTMLFormElement | null>(null);

  useEffect(() => {
    if (chosen?.uploadId) sendsLater.current?.requestSubmit();
    if (!chosen || chosen.uploadId) sendsLater.current = null;
  }, [chosen]);

  const saveDraft = (text: string) => draftName && writeLocal(draftName, text || undefined);

  useEffect(() => {
    const field = document.getElementById(content.id);
    const draft = draftName && readLocal(draftName);
    if (!(field instanceof HTMLTextAreaElement)) return;
    // Text from a refused form, from the browser, or typed before the script loaded is newer than the draft.
    if (field.value) {
      if (draftName) writeLocal(draftName, field.value);
    } else if (typeof draft === "string") {
      field.value = draft;
    }
    grow(field);
  }, [draftName, content.id]);

  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!enterSends(event)) return;
    event.preventDefault();
    if (!isSending) event.currentTarget.form?.requestSubmit();
  }

  function sendWithScript(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const text = tidyText(String(form.get("content")));
    if (chosen && !chosen.uploadId) {
      event.preventDefault();
      sendsLater.current = event.currentTarget;
      return;
    }
    // A message that's too long would wait in the thread, where no one could shorten it.
    if (text.length > longestMessage) {
      event.preventDefault();
      return announce({ title: messageWords.failed, text: messageWords.tooLong, tone: "destructive" });
    }
    if (!onSend) return saveDraft("");
    event.preventDefault();
    const upload = waitingFileIn(Object.fromEntries(form));
    if (text === "" && !upload) return;
    // If the page is still hydrating, the effect that saves the field's text as a draft runs now, so the draft is
    // cleared afterward.
    event.currentTarget.reset();
    saveDraft("");
    onSend(String(form.get("messageId")), text, upload);
  }

  return (
    <Form
      action={action}
      className="composer"
      encType={attach ? "multipart/form-data" : undefined}
      onSubmit={sendWithScript}
    >
      <ErrorSummary
        title={messageWords.failed}
        errors={summaryOf(result, attach ? [content, file] : [content])}
      >
        {result?.error?.[""]?.includes(messageWords.notStored) && (
          <SubmitButton kind="secondary" small pending="Sending...">
            Try Again
          </SubmitButton>
        )}
      </ErrorSummary>
      <input type="hidden" name="messageId" value={given.errors ? freshId : (refusedId ?? messageId)} />
      {children}
      {attach && (
        <AttachField
          id={file.id}
          errors={file.errors}
          sharesFiles={attach.sharesFiles}
          attachment={attachment}
        />
      )}
      {chosen?.uploadId && (
        <>
          <input type="hidden" name="upload" value={chosen.uploadId} />
          <input type="hidden" name="uploadName" value={chosen.name} />
        </>
      )}
      <TextArea
        label={<span className="visually-hidden">Message</span>}
        placeholder={placeholder}
        rows={1}
        required={!attach}
        limit={longestMessage}
        autoFocus={takesFocus}
        onKeyDown={sendOnEnter}
        onPaste={(event) => {
          const [pasted] = event.clipboardData.files;
          if (!attach || !pasted) return;
          event.preventDefault();
          attachment.choose(pasted);
        }}
        onInput={(event) => {
          grow(event.currentTarget);
          saveDraft(event.currentTarget.value);
          onType?.();
        }}
        {...fieldProps(content)}
      />
      <SubmitButton className="send">
        <Icon name="arrow-right" label="Send" />
      </SubmitButton>
    </Form>
  );
}

/**
 * Whether this key sends the text. Shift+Enter makes a new line, and so does Return where the primary pointer is
 * coarse: a touch keyboard has no Shift+Enter. The Enter that ends a composition does nothing else. Safari reports it
 * after `compositionend`, so only its key code gives it away.
 */
export function enterSends({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return (
    key === "Enter" && !shiftKey && !isComposing(nativeEvent) && !matchMedia("(pointer: coarse)").matches
  );
}

/** An input method is using the key, for example to choose a word. */
export const isComposing = (event: KeyboardEvent["nativeEvent"]) =>
  event.isComposing || event.keyCode === 229;

/** Makes the field grow with its text, up to the limit in the stylesheet, in browsers where CSS can't do that. */
function grow(field: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + 2}px`;
}
