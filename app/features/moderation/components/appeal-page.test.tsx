import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ClockContext } from "~/ui/clock";
import { SuspendedDays } from "./appeal-page";

test("a suspension's days begin with the right weekday, even in a browser that doesn't know the time zone", () => {
  // In New York, it's still Monday.
  const suspension = { from: "2026-11-24T03:00:00Z", until: "2026-11-27T03:00:00Z" };
  const lettersIn = (zone: string) => {
    const value = { zone, now: Date.parse("2026-11-25T12:00:00Z") };
    const days = createElement(ClockContext.Provider, { value }, createElement(SuspendedDays, suspension));
    return renderToStaticMarkup(days).replace(/<[^>]*>/g, "");
  };
  expect(lettersIn("America/New_York")).toBe("MTW");
  expect(lettersIn("Mars/Olympus")).toBe("TWT");
});
