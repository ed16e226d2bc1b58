import { useId } from "react";
import type { FormField } from "#contract/activity.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Checkbox, Field, Hint } from "../ui/form.tsx";
import { ChevronDownIcon, CloseIcon } from "../ui/icons.tsx";
import { Notice } from "../ui/notice.tsx";
import { useQuestions } from "./use-questions.ts";
import { words } from "./words.ts";

const texts = words.questions;
type Put = (part: Partial<FormField>) => void;

/** The choices, a line each; empty lines are for typing on, and are none. */
function OptionsInput({ options, error, put }: { options: readonly string[]; error?: string; put: Put }) {
  const id = useId();
  return (
    <div className="fld">
      <label className="lb" htmlFor={id}>
        {texts.options}
      </label>
      <div className="inp cps-area">
        <textarea
          id={id}
          rows={4}
          defaultValue={options.join("\n")}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) =>
            put({
              options: target.value
                .split("\n")
                .map((line) => line.trim())
                .filter(Boolean),
            })
          }
        />
      </div>
      <Hint id={`${id}-hint`} error={error} hint={texts.optionsHint} />
    </div>
  );
}

/** What is wrong with the options: with all of them, or with the first that is. */
const optionsFault = (faults: Readonly<Record<string, string>>, place: string): string | undefined =>
  Object.entries(faults).find(([at]) => `${at}.`.startsWith(`${place}.options.`))?.[1];

type InputsProps = {
  question: FormField;
  /** `questions.2` for one. */
  place: string;
  faults: Readonly<Record<string, string>>;
  put: Put;
};

function Inputs({
  question: { label, kind, required, options, placeholder },
  place,
  faults,
  put,
}: InputsProps) {
  const id = useId();
  const fault = optionsFault(faults, place);
  return (
    <>
      <Field
        label={texts.label}
        isRequired
        value={label}
        error={faults[`${place}.label`]}
        autoComplete="off"
        onChange={({ target }) => put({ label: target.value })}
      />
      <div className="fld">
        <label className="lb" htmlFor={id}>
          {texts.kind}
        </label>
        <div className="inp">
          <select
            id={id}
            value={kind}
            onChange={({ target }) => put({ kind: target.value as FormField["kind"] })}
          >
            {(["text", "select", "number"] as const).map((one) => (
              <option key={one} value={one}>
                {texts.kinds[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {kind === "select" && (
        <OptionsInput {...{ options, put }} {...(fault !== undefined && { error: fault })} />
      )}
      {kind !== "select" && (
        <Field
          label={texts.placeholder}
          aside={<small className="c3">{words.optional}</small>}
          value={placeholder}
          error={faults[`${place}.placeholder`]}
          autoComplete="off"
          onChange={({ target }) => put({ placeholder: target.value })}
        />
      )}
      <Checkbox checked={required} onChange={({ target }) => put({ required: target.checked })}>
        {texts.required}
      </Checkbox>
    </>
  );
}

/** What the form of the activity asks beyond name and number (contract/compose-questions.ts). */
export function FormQuestions({ link }: { link: string }) {
  const own = useQuestions(link);
  const { list, said, faults } = own;
  return (
    <details
      className="card p cps-questions"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && list === null) void own.load();
      }}
    >
      <summary>{texts.title}</summary>
      <p className="bs c2">{texts.why}</p>
      {list?.length === 0 && <p className="bs c2">{texts.none}</p>}
      {list?.map((question, at) => (
        <section key={question.key} className="cps-item" aria-label={texts.name(at + 1)}>
          <div className="row">
            <span className="cap c3 f1">{texts.name(at + 1)}</span>
            <IconButton
              className="cps-up"
              label={texts.up(at + 1)}
              icon={<ChevronDownIcon size={20} />}
              disabled={at === 0}
              onClick={() => own.move(at, at - 1)}
            />
            <IconButton
              label={texts.down(at + 1)}
              icon={<ChevronDownIcon size={20} />}
              disabled={at === list.length - 1}
              onClick={() => own.move(at, at + 1)}
            />
            <IconButton
              label={texts.remove(at + 1)}
              icon={<CloseIcon size={20} />}
              onClick={() => own.remove(at)}
            />
          </div>
          <Inputs place={`questions.${at}`} {...{ question, faults }} put={(part) => own.put(at, part)} />
        </section>
      ))}
      {said !== null && <Notice kind={said.kind}>{said.text}</Notice>}
      {said?.kind === "warn" && (
        <Button look="outline" size="small" onClick={() => void own.load()}>
          {texts.reload}
        </Button>
      )}
      {list === null ? (
        <Button look="outline" size="small" isBusy={own.isBusy} onClick={() => void own.load()}>
          {own.isBusy ? words.loading : words.retry}
        </Button>
      ) : (
        <div className="row g2 wrap">
          <Button look="tonal" size="small" onClick={own.add}>
            {texts.add}
          </Button>
          <Button size="small" isBusy={own.isBusy} disabled={!own.isChanged} onClick={() => void own.save()}>
            {texts.save}
          </Button>
        </div>
      )}
    </details>
  );
}
