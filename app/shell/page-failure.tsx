import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import { ErrorPage } from "./error-page";
import { databaseAwayWords, FailureContext } from "./failure-context";
import { type Refusal, RefusalPage } from "./refusal-page";
import { useRootData } from "./root-data";

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
  const { databaseAway } = useContext(FailureContext);
  if (isRouteErrorResponse(error) && (error.data as Refusal | null)?.kind) {
    return <RefusalPage refusal={error.data as Refusal} reference={reference} />;
  }
  if (databaseAway) return <ErrorPage {...databaseAwayWords} reference={reference} />;
  return <ErrorPage title={title} text={text} reference={reference} />;
}
