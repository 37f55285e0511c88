import { paths } from "~/paths";
import { Card, Pager } from "~/ui/parts";
import { Time } from "~/ui/time";
import { lineWords, type UseLine } from "../use-line";

export function Ledger({
  lines,
  next,
  isFirst,
}: {
  lines: UseLine[];
  next: string | null;
  isFirst: boolean;
}) {
  return (
    <Card as="section" title="What was counted">
      {lines.length === 0 && (
        <p className="muted">{isFirst ? "Nothing yet." : "There is nothing before this."}</p>
      )}
      <ul className="stack">
        {lines.map((line) => (
          <li key={line.id}>
            {lineWords(line)}{" "}
            <span className="muted">
              · <Time at={line.at} as="day" />
            </span>
          </li>
        ))}
      </ul>
      <Pager
        label="What was counted"
        first={isFirst ? undefined : paths.usage()}
        next={next ? paths.usage({ before: next }) : undefined}
      />
    </Card>
  );
}
