import type { ProseNode } from "./prose";
import { ProseText } from "./prose-text";

/** Questions of which one is open at a time, without script. A single one is open from the start. */
export function QuestionList({
  questions,
}: {
  questions: readonly { id: string; question: string; body: readonly ProseNode[] }[];
}) {
  return (
    <div className="questions">
      {questions.map(({ id, question, body }) => (
        <details key={id} id={id} name="question" open={questions.length === 1}>
          <summary>{question}</summary>
          <ProseText nodes={body} />
        </details>
      ))}
    </div>
  );
}
