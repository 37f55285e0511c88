import { paths } from "~/paths";
import { Link } from "~/ui/parts";
import type { Hiding } from "../report";

export function HiddenNotice({ text, hiding }: { text: string; hiding: Hiding | null }) {
  return (
    <div className="notice stack">
      <p>
        {text} {hiding?.reason && `Reason: ${hiding.reason}.`}
      </p>
      {hiding?.words && <p className="whitespace-pre-line">{hiding.words}</p>}
      {hiding?.caseId && (
        <p>
          <Link to={paths.appeal("hiding", hiding.caseId)}>Appeal this decision</Link>
        </p>
      )}
    </div>
  );
}
