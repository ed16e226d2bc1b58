import "./told-answers.css";
import type { ToldAnswer } from "#contract/told-answers.ts";

/** What somebody answered to a form's own questions, for whoever works on it. */
export const ToldAnswers = ({ answers }: { answers: readonly ToldAnswer[] }) =>
  answers.length === 0 ? null : (
    <dl className="told">
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{answer}</dd>
        </div>
      ))}
    </dl>
  );
