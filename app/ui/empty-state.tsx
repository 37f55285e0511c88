import type { ReactNode } from "react";

/** What is missing, and the next step, under the two frames of the mark with nothing in them. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <p className="text-lg font-bold">{title}</p>
      {children && <div className="muted">{children}</div>}
      {action}
    </div>
  );
}
