import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { UsageBar } from "./usage-bar";

test("the bar is full if the plan allows none, as it is once everything is used", () => {
  const barOf = (used: number, limit: number) => {
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <UsageBar use={{ kind: "save", used, limit }} resets="Never" />
      </MemoryRouter>,
    );
    return /<progress[^>]*>/.exec(html)?.[0];
  };
  expect(barOf(5, 5)).toContain('value="100"');
  expect(barOf(0, 0)).toBe(barOf(5, 5));
});
