import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { outline } from "../../tests/support/outline";
import { render } from "../../tests/support/rendering";
import {
  CheckboxGroup,
  ErrorSummary,
  Field,
  Form,
  FormMarkContext,
  FormToken,
  FormTokenContext,
  fieldOf,
  RadioGroup,
  Select,
  summaryOf,
  TextArea,
  textsOf,
  useForm,
} from "./form";
import { SearchField } from "./search-field";
import { Switch } from "./switch";

const signedIn = (part: ReactNode) => (
  <FormTokenContext.Provider value="t">
    <FormMarkContext.Provider value="own">{part}</FormMarkContext.Provider>
  </FormTokenContext.Provider>
);
const token = "{type=hidden, name=_token, value=t} {type=hidden, name=_account, value=own}";

test("only a form that posts has the hidden fields, if there are any", () => {
  expect(outline(signedIn(<Form action="/a">A</Form>))).toEqual([`form{action=/a} ${token} A`]);
  expect(outline(signedIn(<Form method="POST" action="/a" />))).toEqual([`form{action=/a} ${token}`]);
  expect(outline(signedIn(<Form method="get" action="/a" />))).toEqual(["form{action=/a}"]);
  expect(outline(<Form action="/a" />)).toEqual(["form{action=/a}"]);
  expect(outline(signedIn(<FormToken mark="theirs" />))).toEqual([token.replace("own", "theirs")]);
});

test.each([
  ["a field", <Field key="" name="a" label="A" />, ["A{type=text, name=a}"]],
  [
    "one with everything",
    <Field key="" name="a" id="b" label="A" hint="B" error={["C.", "D."]} showOptional type="url" />,
    ["A (optional)", "B", "{type=url, name=a, aria-invalid=true}", "C. D."],
  ],
  ["one without errors", <Field key="" name="a" label="A" error={[]} hint="" />, ["A{type=text, name=a}"]],
  [
    "a text",
    <TextArea key="" name="a" label="A" error="B." />,
    ["A{rows=4, name=a, aria-invalid=true}", "B."],
  ],
  [
    "a choice of one",
    <Select key="" name="a" label="A" options={[{ value: "1", label: "One" }]} />,
    ["A{name=a} [One]{value=1}"],
  ],
  [
    "a choice of one or none",
    <Select
      key=""
      name="a"
      label="A"
      emptyLabel=""
      defaultValue="B"
      options={[{ value: "B", label: "B" }]}
    />,
    ["A{name=a} []{value}[B]{selected}"],
  ],
  [
    "radio buttons",
    <RadioGroup
      key=""
      name="a"
      legend="A"
      hint="H"
      error="E."
      required
      defaultValue="2"
      options={[
        { value: "1", label: "One" },
        { value: "2", label: "Two" },
      ]}
    />,
    [
      "A",
      "H",
      "{type=radio, name=a, required, value=1} One {type=radio, name=a, required, checked, value=2} Two",
      "E.",
    ],
  ],
  [
    "checkboxes",
    <CheckboxGroup
      key=""
      name="a"
      legend="A"
      options={[{ value: "1", label: "One" }]}
      defaultValue={["1"]}
    />,
    ["A", "{type=checkbox, name=a, checked, value=1} One"],
  ],
  [
    "checkboxes that aren't checked",
    <CheckboxGroup key="" name="a" legend="A" options={[{ value: "1", label: "One" }]} />,
    ["A", "{type=checkbox, name=a, value=1} One"],
  ],
  [
    "a switch",
    <Switch key="" name="a" label="A" hint="B" defaultChecked />,
    ["A", "B", "{type=checkbox, name=a, checked, value=on}"],
  ],
])("what people find in %s", (_, field, expected) => {
  expect(outline(field).map((line) => line.replace(/^fieldset /, ""))).toEqual(expected);
});

test.each([
  ["a hint", <Field key="" name="a" label="A" hint="B" />, "a-hint"],
  ["an error", <Field key="" name="a" id="b" label="A" error="B" />, "b-error"],
  ["both", <Field key="" name="a" label="A" hint="B" error={["C"]} />, "a-hint a-error"],
  ["neither", <Field key="" name="a" label="A" error={[]} />, undefined],
  ["a group's", <RadioGroup key="" name="a" id="b" legend="A" hint="B" options={[]} />, "b-hint"],
  ["a switch's", <Switch key="" name="a" label="A" hint="B" defaultChecked={false} />, "a-hint"],
])("a control is described by %s", (_, field, ids) => {
  const { html } = render(field);
  expect(/aria-describedby="([^"]*)"/.exec(html)?.[1]).toBe(ids);
  for (const id of ids?.split(" ") ?? []) expect(html).toContain(`id="${id}"`);
});

test("the first choice of a group has its ID, and a label's field is the labeled one", () => {
  const options = ["1", "2"].map((value) => ({ value, label: value }));
  const { html } = render(<RadioGroup name="a" id="b" legend="A" options={options} />);
  expect(html.match(/ id="b"[^>]*/g)).toEqual([expect.stringContaining('id="b"')]);
  expect(html).toMatch(/<input[^>]*(id="b"[^>]*value="1"|value="1"[^>]*id="b")/);
  expect(render(<Field name="a" id="b" label="A" />).html).toMatch(/for="b".*id="b" name="a"/);
});

test("a search that was cut says so, before its hint", () => {
  const field = (query: string) =>
    outline(<SearchField name="q" label="Find" hint="Names" />, undefined, { at: query });
  expect(field("/")[1]).toBe("Names");
  expect(field(`/?q=${"x".repeat(100)}`)[1]).toBe("Names");
  expect(field(`/?q=${"x".repeat(101)}`)[1]).toBe("We searched for the first 100 characters. Names");
});

function FormState({ result, values }: { result?: Parameters<typeof useForm>[1]; values?: object }) {
  const { formProps, field, propsOf, errorsOf } = useForm("f", result, values);
  return <>{JSON.stringify([formProps, field("a"), propsOf("a"), errorsOf(["a"])])}</>;
}
const stateOf = (result?: Parameters<typeof useForm>[1], values?: object) =>
  JSON.parse(render(<FormState result={result} values={values} />).text.replaceAll("&quot;", '"'));

test("a form has its rejected values and errors, or else the stored values", () => {
  const props = { id: "f", noValidate: false };
  expect(stateOf()).toEqual([props, { id: "f-a", name: "a" }, { id: "f-a", name: "a" }, []]);
  expect(stateOf(undefined, { a: "A" }).slice(1, 3)).toEqual([
    { id: "f-a", name: "a", initialValue: "A" },
    { id: "f-a", name: "a", defaultValue: "A" },
  ]);
  expect(
    stateOf({ initialValue: { a: ["B"] }, error: { a: ["E", "E"], b: ["F"], c: null } }, { a: "A" }),
  ).toEqual([
    props,
    { id: "f-a", name: "a", initialValue: ["B"], errors: ["E"] },
    { id: "f-a", name: "a", error: ["E"] },
    [
      { id: "f-a", message: "F" },
      { id: "f-a", message: "E" },
    ],
  ]);
});

test("errors of fields that a page doesn't show are summed up without links", () => {
  expect(summaryOf({ error: { "": ["A"] } }, [])).toEqual([{ message: "A" }]);
  expect(summaryOf(undefined, [fieldOf("f", undefined, "a")])).toEqual([]);
  expect(outline(<ErrorSummary errors={[]} />)).toEqual([]);
  const errors = [{ id: "f-a", message: "A" }, { message: "B" }];
  expect(outline(<ErrorSummary errors={errors}>Help</ErrorSummary>)).toEqual([
    "div{role=alert, tabindex=-1, autofocus}",
    ...["Please check the form", "[A](#f-a)", "B", "Help"],
  ]);
  expect(outline(<ErrorSummary title="Not sent" errors={errors} />)[1]).toBe("Not sent");
});

test("fields of one name have several values", () => {
  expect([undefined, "a", ["a", undefined, "b"], 1].map(textsOf)).toEqual([[], ["a"], ["a", "", "b"], []]);
});
