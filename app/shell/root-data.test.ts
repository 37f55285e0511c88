import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, test } from "vitest";
import { isSamePage } from "./root-data";

test("a change of only the fragment keeps the page's data, unless a form's redirect brings it", () => {
  const isSame = (from: string, to: string, formMethod?: string) =>
    isSamePage({
      currentUrl: new URL(from, "http://localhost"),
      nextUrl: new URL(to, "http://localhost"),
      formMethod,
    } as ShouldRevalidateFunctionArgs);
  expect(isSame("/messages#new", "/messages")).toBe(true);
  expect(isSame("/compare?with=a", "/compare?with=a#c-a", "POST")).toBe(false);
  expect(isSame("/messages", "/messages?folder=requests#new")).toBe(false);
  expect(isSame("/messages", "/messages")).toBe(false);
});
