import { type Amount, priceLine } from "~/features/catalog/amount";
import { Badge, type BadgeTone } from "~/ui/parts";
import { type ApplicationStatus, type ProjectStatus, projectStatusLabels } from "../project";

const projectTones: Record<ProjectStatus, BadgeTone> = {
  open: "positive",
  in_progress: "info",
  completed: "neutral",
  cancelled: "negative",
};

/** Shows an open project past its expiry as expired. */
export function ProjectBadge({ status, isExpired }: { status: ProjectStatus; isExpired: boolean }) {
  if (isExpired && status === "open") return <Badge tone="warning">Expired</Badge>;
  return <Badge tone={projectTones[status]}>{projectStatusLabels[status]}</Badge>;
}

const applicationBadges: Record<ApplicationStatus, [BadgeTone, string]> = {
  pending: ["warning", "Pending"],
  accepted: ["positive", "Accepted"],
  declined: ["negative", "Declined"],
  withdrawn: ["neutral", "Withdrawn"],
  released: ["neutral", "Released"],
};

export function ApplicationBadge({ status }: { status: ApplicationStatus }) {
  const [tone, word] = applicationBadges[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** The budget on one line: its amount or, if there's none, the first sentence of its text. */
export const budgetLine = ({ amount, budgetDetails }: { amount: Amount | null; budgetDetails: string }) =>
  priceLine({ amount, priceRange: budgetDetails.split(/\.\s|\n/)[0]?.replace(/\.$/, "") ?? "" });

export function Answers({ questions, answers }: { questions: string[]; answers: string[] }) {
  if (questions.length === 0) return null;
  return (
    <dl className="stack">
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers belong to questions by position, and two may be equal
        <div key={index}>
          <dt className="font-bold">{question}</dt>
          <dd className="whitespace-pre-line">{answers[index] ?? "Not answered"}</dd>
        </div>
      ))}
    </dl>
  );
}
