import { Component, createContext, forwardRef, type Key, lazy, memo } from "react";
import * as plain from "react/jsx-runtime";
import { expect, test } from "vitest";
import * as ours from "./jsx-runtime";

class WithDefaults extends Component {
  static defaultProps = { size: 1, label: "default" };
}

test.each<[string, never, Record<string, unknown>, Key?]>(
  (
    [
      ["a tag", "a", { href: "/", children: ["one", "two"] }],
      ["a key", "li", { children: "one" }, 0],
      ["an empty key", "li", {}, ""],
      ["a key among the props", "li", { key: 7, id: "x" }],
      ["a key in both", "li", { key: 7, id: "x" }, 8],
      ["a ref", "input", { ref: { current: null }, name: "x" }],
      ["a fragment", plain.Fragment, { children: "one" }],
      ["a component", () => null, { undefined: undefined, nothing: null }],
      ["default props", WithDefaults, { size: undefined, label: "own" }],
      ["a context", createContext(1).Provider, { value: 2, children: "one" }],
      ["memo", memo(() => null), { id: "x" }],
      ["forwardRef", forwardRef(() => null), { id: "x" }],
      ["lazy", lazy(async () => ({ default: () => null })), { id: "x" }],
    ] as const
  ).map(([name, type, props, key]) => [name, type as never, props, key]),
)("makes React's element of %s", (_name, type, props, key) => {
  expect(fieldsOf(ours.jsx(type, { ...props }, key))).toEqual(fieldsOf(plain.jsx(type, props, key)));
  expect(ours.jsxs).toBe(ours.jsx);
});

/** The fields that an element has in production. In development, it has more. */
function fieldsOf(element: object) {
  const names = ["$$typeof", "type", "key", "ref", "props", "_owner"];
  return names.map((name) => [name, element[name as keyof object]]);
}
