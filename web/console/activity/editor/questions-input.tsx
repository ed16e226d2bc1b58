import type { FormField } from "#contract/activity/activity.ts";
import { TickBox } from "../../kit/controls/tick-box.tsx";
import { FieldPair } from "../../kit/form/form-frame.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { TextAreaInput, TextInput } from "../../kit/form/text-input.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { consoleActivityTexts as texts } from "../messages.ts";
import { ItemList } from "./item-list.tsx";
import type { DraftEditor } from "./use-draft.ts";

const kinds = (Object.entries(texts.questionKinds) as [FormField["kind"], string][]).map(
  ([value, label]) => ({
    value,
    label,
  }),
);
/** The next free key: answers are stored by it, so that it stays when a question is reworded. */
function nextKey(questions: readonly FormField[]): string {
  const taken = new Set(questions.map(({ key }) => key));
  let number = questions.length + 1;
  while (taken.has(`q${number}`)) number++;
  return `q${number}`;
}

/** Own questions of the sign-up form. */
export const QuestionsInput = ({ editor: { values, change, draft } }: { editor: DraftEditor }) => (
  <ItemList<FormField>
    legend={texts.questions}
    items={values.form}
    create={() => ({
      key: nextKey(values.form),
      label: "",
      kind: "text",
      required: true,
      options: [],
      placeholder: "",
    })}
    addLabel={texts.addQuestion}
    onChange={(form) => change("form", form)}
  >
    {(question, set, at) => (
      <>
        <FieldPair>
          <TextInput
            label={texts.questionLabel}
            value={question.label}
            error={draft.faults[`form.${at}.label`]}
            onChange={(label) => set({ label })}
          />
          <SelectInput
            label={texts.questionKind}
            options={kinds}
            value={question.kind}
            error={draft.faults[`form.${at}.kind`]}
            onChange={(kind) => kind !== "" && set({ kind })}
          />
        </FieldPair>
        {question.kind === "select" ? (
          <TextAreaInput
            label={texts.questionOptions}
            value={question.options.join("\n")}
            error={draft.faults[`form.${at}.options`]}
            onChange={(text) => set({ options: text.split("\n") })}
            onBlur={() =>
              set({ options: question.options.map((one) => one.trim()).filter((one) => one !== "") })
            }
          />
        ) : (
          <TextInput
            label={texts.questionPlaceholder}
            value={question.placeholder}
            error={draft.faults[`form.${at}.placeholder`]}
            onChange={(placeholder) => set({ placeholder })}
          />
        )}
        <label className={utilityCss.row}>
          <TickBox
            checked={question.required}
            onChange={(event) => set({ required: event.target.checked })}
          />
          {texts.questionRequired}
        </label>
      </>
    )}
  </ItemList>
);
