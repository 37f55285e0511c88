/** To a project's screening questions. */
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
