import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { latePart, loadParts, ShownPartsContext } from "./late-part";

function someParts() {
  const loaded: string[] = [];
  const part = (name: string) =>
    latePart(name, async () => {
      loaded.push(name);
      return {
        [name]: ({ of }: { of: string }) => (
          <p>
            {name} of {of}
          </p>
        ),
      };
    });
  return { loaded, Desk: part("desk"), Form: part("form") };
}

test("loadParts loads only the parts with the given names", async () => {
  const { loaded } = someParts();
  await loadParts(["desk"]);
  expect(loaded).toEqual(["desk"]);
});

test("the server renders parts without suspending, and collects the names of those on the page", async () => {
  const { Desk } = someParts();
  await loadParts();
  const shown = new Set<string>();
  const page = (
    <ShownPartsContext.Provider value={shown}>
      <Desk of="June" />
    </ShownPartsContext.Provider>
  );
  expect(renderToStaticMarkup(page)).toBe("<p>desk of June</p>");
  expect([...shown]).toEqual(["desk"]);
});
