import { Link as RouterLink, type LinkProps as RouterLinkProps } from "react-router-dom";

export interface LinkProps extends Omit<RouterLinkProps, "to" | "relative"> {
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
  return <RouterLink {...props} />;
}
