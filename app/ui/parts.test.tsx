import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SubmitButton } from "./parts";

test.each([
  [false, "<span>Save</span>"],
  [true, '<span aria-hidden="true">Save</span><span>Saving...</span>'],
])("a submit button has one name at a time, also while it submits: %s", (busy, name) => {
  const html = renderToStaticMarkup(
    <SubmitButton pending="Saving..." busy={busy}>
      Save
    </SubmitButton>,
  );
  expect(html).toContain(`>${name}</button>`);
  expect(html.includes('aria-disabled="true"')).toBe(busy);
});
