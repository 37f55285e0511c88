import type { ReactNode } from "react";
import { adminPaths } from "~/admin-paths";
import { Link } from "~/ui/parts";
import { Time } from "~/ui/time";
import type { ActPerson, ActView } from "../acts.server";

export function ActList({ acts }: { acts: readonly ActView[] }) {
  return (
    <ul className="acts">
      {acts.map((act) => (
        <li key={act.id}>
          <p>
            <strong>{act.act}</strong>{" "}
            <span className="muted">
              <Time at={act.at} as="dateTime" />
            </span>
          </p>
          <dl>
            <Fact label="By">{act.admin ? <Person person={act.admin} /> : "the command line"}</Fact>
            {act.person && (
              <Fact label="About">
                <Person person={act.person} />
              </Fact>
            )}
            {act.reason && <Fact label="Reason">{act.reason}</Fact>}
            {act.before && <Fact label="Before">{act.before}</Fact>}
            {act.after && <Fact label="After">{act.after}</Fact>}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt> <dd>{children}</dd>
    </div>
  );
}

function Person({ person: { id, name, email } }: { person: ActPerson }) {
  return (
    <>
      <Link to={adminPaths.audit({ person: id })}>{name ?? "Deleted user"}</Link>{" "}
      <span className="muted">{email ?? id}</span>
    </>
  );
}
