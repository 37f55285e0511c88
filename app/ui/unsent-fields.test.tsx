import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnsentFields } from "./unsent-fields";

test("what people wrote can be read and changed; the form's other fields and empty ones stay hidden", () => {
  const fields = [
    ["privateNote", "Call <Ann>"],
    ["intent", "save"],
    ["budget", " "],
  ] as const;
  const html = renderToStaticMarkup(<UnsentFields fields={fields} shown={["privateNote", "budget"]} />);
  expect(html.match(/<label[^>]*>[^<]*/g)).toEqual(['<label for="unsent-0">Private note']);
  expect(html).toMatch(/<textarea[^>]* name="privateNote"[^>]*>Call &lt;Ann&gt;<\/textarea>/);
  expect(html.match(/<input[^>]*>/g)).toEqual([
    '<input type="hidden" name="intent" value="save"/>',
    '<input type="hidden" name="budget" value=" "/>',
  ]);
});
