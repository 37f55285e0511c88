import { createElement, type ElementType, Fragment, type Key } from "react";

/**
 * React's own runtime in the server's bundle (an alias in vite.config.ts), without the copy of each element's props.
 * React 18 makes that copy, and React 19 doesn't.
 */
function jsx(type: ElementType, props: Record<string, unknown>, key?: Key) {
  const hasDefaults = (type as { defaultProps?: object } | undefined)?.defaultProps !== undefined;
  if (hasDefaults || "ref" in props || "key" in props) return createElement(type, { key, ...props });
  const $$typeof = Symbol.for("react.element");
  return { $$typeof, type, key: key === undefined ? null : String(key), ref: null, props, _owner: null };
}

export { Fragment, jsx, jsx as jsxs };
