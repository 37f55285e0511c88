import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import type { Refusal } from "~/http/form.server";
import { ErrorPage } from "./error-page";
import { databaseAwayWords, FailureContext } from "./failure-context";
import { RefusalPage } from "./refusal-page";
import { useRootData } from "./root-data";
import { TryAgain } from "./try-again";

const unknownRefusal: Refusal = {
  kind: "bad-request",
  title: "That did not work",
  text: "Please go back and try again.",
};

/** Every page's ErrorBoundary: a refusal, a database outage, or the given title and text. */
export function PageFailure({ title, text }: { title?: string; text?: string }) {
  const error = useRouteError();
  const given = useContext(FailureContext);
  const reference = useRootData()?.reference ?? given.reference;
  if (isRouteErrorResponse(error)) return <RefusalPage refusal={refusalOf(error)} reference={reference} />;
  const retry = <TryAgain preserved={given.preserved} />;
  if (given.databaseAway) return <ErrorPage {...databaseAwayWords} reference={reference} retry={retry} />;
  return (
    <ErrorPage
      title={title ?? "Something went wrong"}
      text={text ?? "The failure is ours, and it is logged. Please try again."}
      reference={reference}
      retry={retry}
    />
  );
}

/** Remix throws responses without a refusal, too. */
function refusalOf({ status, data }: { status: number; data: unknown }): Refusal {
  if ((data as Partial<Refusal> | null)?.kind) return data as Refusal;
  return status === 404 ? { kind: "not-found" } : unknownRefusal;
}
