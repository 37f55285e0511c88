import type { Refusal } from "~/http/form.server";
import type { PreservedForm } from "~/http/request-context.server";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { ErrorPage } from "./error-page";
import { NotFoundPage } from "./not-found";
import { SendAgain, TryAgain } from "./try-again";
import { WayBack } from "./way-back";

export function RefusalPage({ refusal, reference }: { refusal: Refusal; reference?: string }) {
  switch (refusal.kind) {
    case "not-found":
      return <NotFoundPage reference={reference} written={refusal.written} />;
    case "forbidden":
      return <ErrorPage title="This page isn't open to you" text={refusal.text} />;
    case "admins-only":
      return <AccessDeniedPage />;
    case "bad-request":
      return (
        <ErrorPage title={refusal.title} text={refusal.text} reference={reference} retry={<TryAgain />} />
      );
    case "signed-out":
      return <SignedOutPage action={refusal.action} fields={refusal.fields} />;
    case "warned":
      return <WarnedPage action={refusal.action} fields={refusal.fields} />;
    case "failed":
      return (
        <ErrorPage
          title={refusal.title}
          text={refusal.text}
          reference={reference}
          retry={<TryAgain preserved={refusal.preserved} />}
        />
      );
  }
}

function AccessDeniedPage() {
  return (
    <div className="message-page">
      <h1>Access Denied</h1>
      <p>You do not have permission to access this page.</p>
      <p className="muted">This page is restricted to administrators only.</p>
      <WayBack />
    </div>
  );
}

/** Keeps a form's text until the person has read their warning. */
function WarnedPage(preserved: PreservedForm) {
  return (
    <div className="message-page">
      <h1>We have written to you</h1>
      <p className="muted">
        Please read it before you go on. Nothing was changed. It opens in a new tab; then come back here, and
        send what you wrote again.
      </p>
      <ButtonLink to={paths.warning()} target="_blank" reloadDocument>
        Read it
      </ButtonLink>
      <SendAgain {...preserved} label="Send again" />
    </div>
  );
}

/** Keeps a form's text until the person has signed in again. */
function SignedOutPage(preserved: PreservedForm) {
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
      <SendAgain {...preserved} label="Send again" />
    </div>
  );
}
