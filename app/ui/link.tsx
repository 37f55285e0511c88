import { Link as RemixLink, type LinkProps as RemixLinkProps } from "@remix-run/react";

export interface LinkProps extends Omit<RemixLinkProps, "to" | "relative" | "discover"> {
  /** A whole path of ours, from `paths`. */
  to: string;
}

/**
 * A link that script follows without loading a whole page. The server writes the anchor that Remix's Link would
 * come to: resolving a dozen whole paths against the routes took a twelfth of a page's rendering.
 */
export const Link = import.meta.env.SSR ? Anchor : ClientLink;

function Anchor({
  to,
  prefetch,
  replace,
  state,
  reloadDocument,
  preventScrollReset,
  viewTransition,
  ...rest
}: LinkProps) {
  return <a href={to} {...rest} />;
}

function ClientLink(props: LinkProps) {
  return <RemixLink discover="none" {...props} />;
}
