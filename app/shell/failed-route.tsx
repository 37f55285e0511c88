import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import { ErrorPage } from "./error-page";
import { databaseAwayWords, FailureContext } from "./failure-context";
import { type Refusal, RefusalPage } from "./refusal-page";
import { useRootData } from "./root-data";
import { TryAgain } from "./try-again";

/** What an ErrorBoundary shows in its frame: why there is no page, and what to do next. */
export function FailedRoute() {
  const error = useRouteError();
  const given = useContext(FailureContext);
  const reference = useRootData()?.reference ?? given.reference;
  if (isRouteErrorResponse(error)) return <RefusalPage refusal={refusalOf(error)} reference={reference} />;
  const retry = <TryAgain kept={given.kept} />;
  if (given.databaseAway) return <ErrorPage {...databaseAwayWords} reference={reference} retry={retry} />;
  return (
    <ErrorPage
      title="Something went wrong"
      text="The failure is ours, and it is logged. Please try again."
      reference={reference}
      retry={retry}
    />
  );
}

function refusalOf(error: { status: number; data: Refusal | null }): Refusal {
  if (error.data?.kind) return error.data;
  if (error.status === 404) return { kind: "not-found" };
  return { kind: "bad-request", title: "That did not work", text: "Please go back and try again." };
}
