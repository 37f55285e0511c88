import type { ReactNode } from "react";
import { paths } from "~/paths";
import { Link } from "~/ui/parts";
import { ProgressBar } from "~/ui/progress-bar";
import { type UsageKind, type UsageView, usageWords } from "../plan";

/** @param resets says when the limit resets */
export function UsageBar({
  use: { kind, used, limit },
  resets,
}: {
  use: Pick<UsageView, "kind" | "used" | "limit">;
  resets: ReactNode;
}) {
  const [one, many] = usageWords[kind];
  const name = (limit ?? used) === 1 ? one : many;
  return (
    <div>
      {limit === null ? (
        <p>
          <b>{used}</b> {name}, unlimited
        </p>
      ) : (
        <>
          <ProgressBar
            percent={limit === 0 ? 100 : (used / limit) * 100}
            label={
              <>
                <b>
                  {used} of {limit}
                </b>{" "}
                {name}
              </>
            }
          />
          <p className="hint">{resets}</p>
        </>
      )}
      <SeeThem kind={kind} />
    </div>
  );
}

function SeeThem({ kind }: { kind: UsageKind }) {
  const link = seeThem[kind];
  if (!link) return null;
  return (
    <p>
      <Link to={link.to}>{link.label}</Link>
    </p>
  );
}

const seeThem: Partial<Record<UsageKind, { to: string; label: string }>> = {
  save: { to: paths.saved(), label: "See your favorites" },
  post: { to: paths.projects(), label: "View your projects" },
};
