import { Badge, type BadgeTone } from "~/ui/badge";
import { Time } from "~/ui/time";
import { type HealthState, type HealthView, stateOfHealth } from "../health";

const names: Record<HealthView["service"], string> = {
  database: "Database",
  mail: "Mail",
  realtime: "Live pages",
  files: "Files",
  payments: "Payments",
};

const badges: Record<HealthState, [tone: BadgeTone, word: string]> = {
  working: ["positive", "Working"],
  failing: ["negative", "Failing"],
  unused: ["neutral", "Not used yet"],
};

export function HealthList({ health }: { health: readonly HealthView[] }) {
  return (
    <ul className="rows">
      {health.map((one) => {
        const { service, succeededAt, failedAt, cause } = one;
        const [tone, word] = badges[stateOfHealth(one)];
        return (
          <li key={service}>
            <strong>{names[service]}</strong> <Badge tone={tone}>{word}</Badge>{" "}
            <span className="hint">
              {succeededAt && (
                <>
                  Last worked <Time at={succeededAt} as="dateTime" />.
                </>
              )}{" "}
              {failedAt && (
                <>
                  Last failed <Time at={failedAt} as="dateTime" />
                  {cause && `: ${cause}`}.
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
