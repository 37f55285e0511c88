import type { MetaFunction, SerializeFrom } from "@remix-run/node";
import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { loggedFailure } from "~/failure-words";
import type { Refusal, TooLarge } from "~/http/form.server";
import type { SignedOut } from "~/http/form-account.server";
import type { PreservedForm } from "~/http/request-context.server";
import type { RouteHandle, Styles } from "~/http/route-handle";
import { paths } from "~/paths";
import cutStyles from "~/styles/cut-part.css?url";
import { FormToken } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/parts";
import { UnsentFields, Written } from "~/ui/unsent-fields";
import { useEndedSession, useRootData } from "./root-data";

/**
 * The `meta` of a page. A page that can't be found has the same title as a URL that doesn't exist, and an admin
 * page doesn't reveal its title to others.
 * @param title a function if it depends on the loader's data
 */
export function pageTitle<Loader = unknown>(
  title: string | ((data: SerializeFrom<Loader>) => string),
): MetaFunction<Loader> {
  const titleOf = (data: unknown, error: unknown) => {
    if (isNotFound(error) || isForAdmins(error)) return errorTitle(error);
    if (typeof title === "string") return title;
    return data ? title(data as SerializeFrom<Loader>) : errorTitle(error);
  };
  return ({ data, error }) => [{ title: `${titleOf(data, error)} · Matchcut` }];
}

/**
 * A page's own stylesheets. The server and the root's layout read them from `handle`. Remix reads `links`, and loads the
 * sheets before it shows the page in client-side navigation, which guests don't have.
 */
export function withStyles(styles: Styles, needs: Omit<RouteHandle, "styles"> = {}) {
  const handle: RouteHandle = { ...needs, styles };
  const { guest, ...sheets }: Record<string, string> = typeof styles === "string" ? { styles } : styles;
  return { handle, links: () => Object.values(sheets).map((href) => ({ rel: "stylesheet", href })) };
}

/** The stylesheet of the innermost route that names one. */
export function stylesheetOf(routes: { handle?: unknown; data: unknown }[]): string | undefined {
  return routes
    .flatMap(({ handle, data }) => {
      const styles = (handle as RouteHandle | undefined)?.styles;
      if (typeof styles !== "object") return styles ?? [];
      return styles[(data as { view?: string } | undefined)?.view ?? "other"] ?? styles.other;
    })
    .at(-1);
}

const failedTitle = "Something went wrong";
const notFoundTitle = "Page not found";
const forbiddenTitle = "You don't have access to this page";
const deniedTitle = "Access Denied";
const warnedTitle = "You have a warning to read";
const signedOutTitle = (isSignedIn: boolean) =>
  isSignedIn ? "You're signed in to another account" : "You're signed out";

/** For an error that the page itself doesn't catch, so the page's title doesn't apply. */
export function errorTitle(error: unknown): string {
  if (!isRouteErrorResponse(error)) return failedTitle;
  const refusal = refusalOf(error);
  if (refusal.kind === "not-found") return notFoundTitle;
  if (refusal.kind === "forbidden") return forbiddenTitle;
  if (refusal.kind === "admins-only") return deniedTitle;
  if (refusal.kind === "warned") return warnedTitle;
  if (refusal.kind === "signed-out") return signedOutTitle(refusal.isSignedIn);
  return refusal.title;
}

function isForAdmins(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.data as Partial<Refusal> | null)?.kind === "admins-only";
}

export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

interface Failure {
  reference: string;
  databaseAway: boolean;
  /** The form, so that it can be sent again. */
  preserved?: { action: string; fields: [string, string][] };
}

/** Available even when the root loader failed. */
export const FailureContext = createContext<Failure>({ reference: "", databaseAway: false });

const databaseAwayWords = {
  title: "We'll be right back",
  text: "Our database isn't responding right now. Please try again in a few seconds.",
};

const unknownRefusal: Refusal = {
  kind: "bad-request",
  title: "That didn't work",
  text: "Go back and try again.",
};

/** Every page's ErrorBoundary: shows a refusal, a database outage, or the given title and text. */
export function PageFailure({ title, text }: { title?: string; text?: string }) {
  const error = useRouteError();
  const given = useContext(FailureContext);
  const reference = useRootData()?.reference ?? given.reference;
  if (isRouteErrorResponse(error))
    return <RefusalPage refusal={refusalOf(error)} isGone={error.status === 410} reference={reference} />;
  const retry = <TryAgain preserved={given.preserved} />;
  if (given.databaseAway) return <ErrorPage {...databaseAwayWords} reference={reference} retry={retry} />;
  return (
    <ErrorPage
      title={title ?? failedTitle}
      text={text ?? `${loggedFailure} Please try again.`}
      reference={reference}
      retry={retry}
    />
  );
}

/** The ErrorBoundary of a page, with a text that says what couldn't be loaded. */
export const failurePage = (title: string, text?: string) => () => <PageFailure title={title} text={text} />;

/** The default export of a route that only redirects. It makes the route a page, so that refusals render as pages. */
export function NoPage() {
  return null;
}

/** Remix also throws responses without a refusal. */
function refusalOf({ status, data }: { status: number; data: unknown }): Refusal {
  if ((data as Partial<Refusal> | null)?.kind) return data as Refusal;
  return status === 404 ? { kind: "not-found" } : unknownRefusal;
}

function RefusalPage({
  refusal,
  isGone,
  reference,
}: {
  refusal: Refusal;
  /** The page won't work again. */
  isGone: boolean;
  reference?: string;
}) {
  switch (refusal.kind) {
    case "not-found":
      return (
        <NotFoundPage reference={reference}>
          <Written fields={refusal.written} />
        </NotFoundPage>
      );
    case "forbidden":
      return (
        <ErrorPage title={forbiddenTitle} text={refusal.text}>
          <Written fields={refusal.written} />
        </ErrorPage>
      );
    case "admins-only":
      return (
        <AccessDeniedPage>
          <Written fields={refusal.written} />
        </AccessDeniedPage>
      );
    case "bad-request":
      return (
        <ErrorPage
          title={refusal.title}
          text={refusal.text}
          reference={reference}
          retry={!isGone && <TryAgain label="Open the page again" />}
        >
          <Written fields={refusal.written} />
        </ErrorPage>
      );
    case "too-large":
      return <TooLargePage {...refusal} reference={reference} />;
    case "signed-out":
      return <SignedOutPage {...refusal} />;
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

function AccessDeniedPage({ children }: { children: ReactNode }) {
  return (
    <div className="moment denied">
      <div className="cutpair">
        <span className="frame" />
        <span className="frame" />
      </div>
      <h1>{deniedTitle}</h1>
      <p>You do not have permission to access this page.</p>
      <p className="muted">This page is restricted to administrators only.</p>
      {children}
      <ButtonLink to={paths.dashboard()} kind="secondary" reloadDocument>
        Back to Dashboard
      </ButtonLink>
    </div>
  );
}

/** Text that was written in another account, or in a session that has ended. */
function SignedOutPage({ unsent, isSignedIn, isKept }: SignedOut) {
  useEndedSession(!isSignedIn);
  return (
    <div className="message-page">
      <h1>{signedOutTitle(isSignedIn)}</h1>
      <p className="muted">
        {isSignedIn
          ? "This page belonged to another account, so nothing was sent."
          : "Your session has ended, so nothing was sent."}{" "}
        {isKept && "What you wrote is below. We'll keep it for a day for the account that wrote it. "}
        {isSignedIn
          ? "To send it, sign out and sign in to that account."
          : isKept && "Sign in, and you'll find it filled in."}
        {unsent?.hadFile && " Your file wasn't kept, so please add it again."}
      </p>
      {isSignedIn ? (
        <form method="post" action={paths.logout()}>
          <FormToken />
          <Button>Sign out</Button>
        </form>
      ) : (
        <ButtonLink to={paths.login({ redirectTo: isKept ? paths.unsent() : undefined })} reloadDocument>
          Sign in
        </ButtonLink>
      )}
      {unsent && (
        <UnsentAgain form={unsent}>
          <input type="hidden" name="_again" value="1" />
        </UnsentAgain>
      )}
    </div>
  );
}

/** Shows what the person wrote, because not every browser keeps it on the previous page. */
function TooLargePage({ title, text, unsent, reference }: TooLarge & { reference?: string }) {
  if (!unsent) return <ErrorPage title={title} text={text} reference={reference} retry={<TryAgain />} />;
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p className="muted">
        {text}
        {unsent.hadFile && " Your file wasn't kept, so go to the page and add it again."}
      </p>
      <UnsentAgain form={unsent} />
    </div>
  );
}

/** A form that wasn't sent, which the person can change and send again. */
function UnsentAgain({
  form: { path, fields, shown, mark },
  children,
}: {
  form: NonNullable<TooLarge["unsent"]>;
  children?: ReactNode;
}) {
  return (
    <form method="post" action={path} encType={encodingOf(fields)} className="stack">
      <FormToken mark={mark} />
      {children}
      <UnsentFields fields={fields} shown={shown} />
      <Button kind="secondary">Send again</Button>
    </form>
  );
}

/** Keeps a form's text until the person has read their warning in a new tab. */
function WarnedPage({ action, fields }: PreservedForm) {
  return (
    <div className="message-page">
      <h1>{warnedTitle}</h1>
      <p className="muted">
        Please read it before you continue. It opens in a new tab. Nothing was saved, so come back here
        afterward and send this again.
      </p>
      <ButtonLink to={paths.warning()} target="_blank" reloadDocument>
        Read the warning
      </ButtonLink>
      <SendAgain action={action} fields={fields} label="Send again" />
    </div>
  );
}

/** Styles for `.cut-page`, which would make every other page heavier. */
export const CutStyles = () => <link rel="stylesheet" href={cutStyles} />;

/** The reference makes it possible to find the cause in the log. */
function ErrorPage({
  title,
  text,
  reference,
  retry,
  children,
}: {
  title: string;
  text: string;
  reference?: string;
  retry?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="message-page cut-page cut-failed">
      <CutStyles />
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      {children}
      <WayBack retry={retry} />
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}

/** For anything that doesn't exist or is hidden from this person. */
function NotFoundPage({ reference, children }: { reference?: string; children?: ReactNode }) {
  return (
    <div className="message-page cut-page">
      <CutStyles />
      <h1>{notFoundTitle}</h1>
      <p className="muted">This page doesn't exist, or you don't have access to it.</p>
      {children}
      <WayBack />
      {reference && <p className="hint">Reference: {reference}</p>}
    </div>
  );
}

/** Reloads the page, or submits the failed form again. */
function TryAgain({
  preserved,
  label = "Try Again",
}: {
  preserved?: PreservedForm | null;
  /** For a refused form, which would be refused again: reloading the page shows what's possible now. */
  label?: string;
}) {
  const { pathname, search } = useLocation();
  if (preserved) return <SendAgain {...preserved} label={label} />;
  return (
    <ButtonLink to={pathname + search} reloadDocument>
      {label}
    </ButtonLink>
  );
}

/** In characters. Percent-encoded, each one may take up nine bytes of a form's 64 kB. */
const longForm = 6_000;

const encodingOf = (fields: PreservedForm["fields"]) =>
  fields.reduce((length, [, value]) => length + value.length, 0) > longForm
    ? "multipart/form-data"
    : undefined;

/** Sends the form again, from hidden fields. */
function SendAgain({ action, fields, label }: PreservedForm & { label: string }) {
  return (
    <form method="post" action={action} encType={encodingOf(fields)}>
      <FormToken />
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur several times
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button>{label}</Button>
    </form>
  );
}

/** Links to the home page and, for members, to the dashboard. `retry` comes first, as the main action. */
function WayBack({ retry }: { retry?: ReactNode }) {
  const isMember = Boolean(useRootData()?.person);
  return (
    <div className="row">
      {retry}
      {isMember && (
        <ButtonLink to={paths.dashboard()} kind={retry ? "secondary" : "primary"} reloadDocument>
          Go to your dashboard
        </ButtonLink>
      )}
      <ButtonLink
        to={paths.home()}
        kind={retry && isMember ? "quiet" : retry || isMember ? "secondary" : "primary"}
        reloadDocument
      >
        Return to Home
      </ButtonLink>
    </div>
  );
}
