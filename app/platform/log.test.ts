import { expect, test } from "vitest";
import { loggedError } from "./log.server";

test("an error is logged by its name, code and place, without its message, which may quote what people wrote", () => {
  const error = Object.assign(new TypeError("no row for ada@example.com"), { code: 23505 });
  error.stack = `TypeError: no row for\nada@example.com\n${"    at place\n".repeat(9)}`;
  expect(loggedError(error)).toEqual({
    name: "TypeError",
    code: "23505",
    stack: Array.from({ length: 8 }, () => "    at place"),
  });
  expect(loggedError(new Error("ada@example.com")).code).toBeUndefined();
});

test.each([
  ["ada@example.com", "thrown string"],
  [undefined, "thrown undefined"],
  [null, "thrown null"],
  [{ message: "ada@example.com" }, "thrown object"],
])("something else that was thrown is logged by its type: %j", (thrown, name) => {
  expect(loggedError(thrown)).toEqual({ name });
});

test("an error whose stack was taken away is still logged", () => {
  const error = new Error("x");
  delete error.stack;
  expect(loggedError(error)).toMatchObject({ name: "Error", stack: undefined });
});
