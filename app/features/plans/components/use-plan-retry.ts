import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useAnnounce } from "~/ui/toast";

/** From the specification: three retries with growing delays, then one more after five seconds. */
const retries = 3;
const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 8000);
const lastDelay = 5000;

/**
 * Reloads the page's data while the plan couldn't be read, but not during a navigation, whose toast could be lost.
 * Reports the failure once, after the third retry.
 */
export function usePlanRetry(isMissing: boolean): void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const announce = useAnnounce();
  const attempts = useRef(0);
  const isReported = useRef(false);
  useEffect(() => {
    if (!isMissing || !isIdle || attempts.current > retries) return;
    const attempt = attempts.current;
    const isLast = attempt === retries;
    if (isLast && !isReported.current) {
      isReported.current = true;
      announce({
        title: "Subscription data unavailable",
        text: "We're having trouble loading your subscription information. Please try again later.",
        tone: "destructive",
      });
    }
    const timer = setTimeout(
      () => {
        attempts.current += 1;
        revalidate();
      },
      isLast ? lastDelay : retryDelay(attempt),
    );
    return () => clearTimeout(timer);
  }, [isMissing, isIdle, revalidate, announce]);
}
