import type { ComponentProps, ReactNode } from "react";

/** `title` becomes its h2. */
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
      {title && <h2 className="text-lg">{title}</h2>}
      {children}
    </Tag>
  );
}
