import type { ReactNode } from "react";

/**
 * A link that a member entered. It opens in a new tab. `about` tells screen readers what sets it apart from links with
 * the same label.
 */
export function ExternalLink({
  href,
  about,
  children,
}: {
  href: string;
  about?: string;
  children: ReactNode;
}) {
  return (
    <a href={href} target="_blank" rel="noopener nofollow" className="inline-block py-3">
      {children}
      <span className="visually-hidden">{about && ` ${about}`} (opens in a new tab)</span>
    </a>
  );
}
