import * as answerListCss from "./answer-list.module.css";
import type { LabelledAnswer } from "#contract/signup/labelled-answers.ts";

/** Answers that a person gave to a form's own questions, as staff see them. */
export const AnswerList = ({ answers }: { answers: readonly LabelledAnswer[] }) =>
  answers.length === 0 ? null : (
    <dl className={answerListCss.answers}>
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{answer}</dd>
        </div>
      ))}
    </dl>
  );
