import { paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { FormToken } from "~/ui/form";
import { ErrorPage } from "./error-page";
import { NotFoundPage } from "./not-found";

/** What a door or a guard refused, as data of a thrown response. */
export type Refusal =
  | { kind: "not-found" }
  | { kind: "forbidden"; text: string }
  | { kind: "signed-out"; action: string; fields: [string, string][] }
  | { kind: "bad-request"; title: string; text: string };

/** The page for a refusal: what was wrong, in words, and what to do next. */
export function RefusalPage({ refusal, reference }: { refusal: Refusal; reference?: string }) {
  switch (refusal.kind) {
    case "not-found":
      return <NotFoundPage reference={reference} />;
    case "forbidden":
      return <ErrorPage title="This page isn't open to you" text={refusal.text} />;
    case "bad-request":
      return <ErrorPage title={refusal.title} text={refusal.text} reference={reference} />;
    case "signed-out":
      return <SignedOutPage action={refusal.action} fields={refusal.fields} />;
  }
}

/** The session ended while a form was being filled in: what was written waits here until the person is back. */
function SignedOutPage({ action, fields }: { action: string; fields: [string, string][] }) {
  return (
    <div className="message-page">
      <h1>You are signed out</h1>
      <p className="muted">
        Your session has ended, and nothing was changed. Sign in in a new tab, come back here, and send what
        you wrote again.
      </p>
      <ButtonLink to={paths.login()} target="_blank" reloadDocument>
        Sign in
      </ButtonLink>
      <form method="post" action={action}>
        <FormToken />
        {fields.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one name may come several times
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Button kind="secondary">Send again</Button>
      </form>
    </div>
  );
}
