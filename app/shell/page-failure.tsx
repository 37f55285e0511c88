import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import { ErrorPage } from "./error-page";
import { databaseAwayWords, FailureContext } from "./failure-context";
import { type Refusal, RefusalPage } from "./refusal-page";
import { useRootData } from "./root-data";
import { TryAgain } from "./try-again";

/** The ErrorBoundary of a page with words of its own for a failure; what a door refused is shown as anywhere. */
export function PageFailure({
  title,
  text = "Please try again in a moment.",
}: {
  title: string;
  text?: string;
}) {
  const error = useRouteError();
  const reference = useRootData()?.reference;
  const { databaseAway, kept } = useContext(FailureContext);
  const retry = <TryAgain kept={kept} />;
  if (isRouteErrorResponse(error) && (error.data as Refusal | null)?.kind) {
    return <RefusalPage refusal={error.data as Refusal} reference={reference} />;
  }
  if (databaseAway) return <ErrorPage {...databaseAwayWords} reference={reference} retry={retry} />;
  return <ErrorPage title={title} text={text} reference={reference} retry={retry} />;
}
