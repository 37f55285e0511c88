import type { ReactNode } from "react";

/**
 * A link to another site, which a member entered. It opens in a new tab. If several links have the same label, `about`
 * tells screen readers which one it is.
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
