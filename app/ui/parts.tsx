import { type ComponentProps, type MouseEvent, type ReactNode, useContext, useRef } from "react";
import { Link as RouterLink, type LinkProps as RouterLinkProps } from "react-router-dom";
import { PendingSubmitterContext } from "./form";
import { Icon } from "./icon";

interface LinkProps extends Omit<RouterLinkProps, "to" | "relative"> {
  /** An absolute path, from `paths`. */
  to: string;
}

/**
 * The router's Link. On the server, it's a plain anchor with the same markup, because the router would resolve each
 * path, which takes 4 µs per link, or 0.06 ms for the fourteen links of /discover.
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

/** A link to more of what's next to it, or to where it's set. */
export function NextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link">
      {children} <Icon name="next" />
    </Link>
  );
}

/**
 * Spread it onto an element to take everything inside out of the tab order and hide it from screen readers. React 18
 * has no `inert` property, but passes on the attribute.
 */
export const isInert = { inert: "" };

type Look = { kind?: "primary" | "secondary" | "soft" | "quiet" | "danger"; small?: boolean };

function classOf({ kind = "primary", small }: Look, className?: string) {
  return `btn btn-${kind}${small ? " btn-small" : ""}${className ? ` ${className}` : ""}`;
}

/**
 * `primary` is for the one main action of a page. A space follows the button, because text browsers show neighbors on
 * one line.
 */
export function Button({
  kind,
  small,
  className,
  type = "submit",
  ...rest
}: Look & ComponentProps<"button">) {
  return (
    <>
      <button type={type} className={classOf({ kind, small }, className)} {...rest} />{" "}
    </>
  );
}

export function ButtonLink({ kind, small, className, ...rest }: Look & LinkProps) {
  return (
    <>
      <Link className={classOf({ kind, small }, className)} {...rest} />{" "}
    </>
  );
}

/**
 * A submit button. While it submits its `Form`, it shows `pending`, without changing its size. In forms that aren't a
 * `Form`, set `busy` instead.
 */
export function SubmitButton({
  kind,
  small,
  className,
  pending,
  busy,
  onClick,
  children,
  ...rest
}: Look & Omit<ComponentProps<"button">, "type" | "ref"> & { pending?: string; busy?: boolean }) {
  const self = useRef<HTMLButtonElement>(null);
  const submitter = useContext(PendingSubmitterContext);
  const isBusy = busy ?? (submitter !== null && submitter === self.current);

  function submitOnce(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <>
      <button
        ref={self}
        type="submit"
        className={classOf({ kind, small }, pending ? `btn-swap ${className ?? ""}`.trim() : className)}
        data-pending={pending}
        aria-disabled={isBusy || undefined}
        onClick={submitOnce}
        {...rest}
      >
        {pending ? <span aria-hidden={isBusy || undefined}>{children}</span> : children}
        {isBusy && pending && <span>{pending}</span>}
      </button>{" "}
    </>
  );
}

/** A box around one thing among others of its kind. `title` becomes its h2. */
export function Card({
  as: Tag = "section",
  title,
  className,
  children,
  ...rest
}: { as?: "section" | "article" | "div" | "li" | "aside"; title?: ReactNode } & Omit<
  ComponentProps<"section">,
  "title" | "ref"
>) {
  return (
    <Tag className={className ? `card ${className}` : "card"} {...rest}>
      {title && <h2 className="text-base">{title}</h2>}
      {children}
    </Tag>
  );
}

/** A part of a page. Hairlines separate those that follow each other. */
export function Section({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className="section stack">
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}

export type BadgeTone = "positive" | "warning" | "negative" | "info" | "neutral";

/** A word with a color. The color must not say more than the word does. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}

/**
 * Shown when a list is empty: what's missing and what to do next, below two empty frames like the logo's.
 * @param picture replaces the empty frames
 */
export function EmptyState({
  title,
  children,
  action,
  picture,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  picture?: ReactNode;
}) {
  return (
    <div className={picture ? "moment" : "moment empty"}>
      {picture}
      <p className="head">{title}</p>
      {children && <div className="muted">{children}</div>}
      {action}
    </div>
  );
}

/** Shown in place of the rows of a later page whose rows have all gone since its link was shown. */
export const NothingMore = () => <EmptyState title="That's everything" />;

/**
 * Links to a list's next page and to its first one; lists can't page backward. `first` is undefined on the first page.
 */
export function Pager({ first, next, label }: { first?: string; next?: string; label: string }) {
  if (!first && !next) return null;
  return (
    <nav aria-label={label} className="row justify-between">
      {first ? (
        <ButtonLink kind="secondary" to={first}>
          First page
        </ButtonLink>
      ) : (
        <span />
      )}
      {next && (
        <ButtonLink kind="secondary" rel="next" to={next}>
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
