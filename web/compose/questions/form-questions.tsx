import { useEffect, useEffectEvent, useId, useState } from "react";
import type { FormField } from "#contract/activity/activity.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Button, IconButton } from "../../ui/form/button.tsx";
import { Checkbox, TextField, FieldHint } from "../../ui/form/field.tsx";
import { ChevronDownIcon, CloseIcon } from "../../ui/icons/common-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { formatMoment } from "../../ui/display/format.ts";
import { hasStoredQuestions, type QuestionsState } from "./questions-state.ts";
import { formatClock } from "../clock-time.ts";
import { useFormQuestions, type QuestionsEditor } from "./use-form-questions.ts";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as foldsCss from "../folds.module.css";
import * as formCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const texts = composeMessages.questions;
type Put = (part: Partial<FormField>) => void;

/** The choices, a line each; empty lines are for typing on, and are none. */
function OptionsInput({ options, error, put }: { options: readonly string[]; error?: string; put: Put }) {
  const id = useId();
  return (
    <div className={formCss.field}>
      <label className={formCss.label} htmlFor={id}>
        {texts.options}
      </label>
      <div className={`${formCss.inputBox} ${composeCss.area}`}>
        <textarea
          id={id}
          rows={Math.max(4, options.length + 1)}
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
      <FieldHint id={`${id}-hint`} error={error} hint={texts.optionsHint} />
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
      <TextField
        label={texts.label}
        isRequired
        value={label}
        error={faults[`${place}.label`]}
        autoComplete="off"
        onChange={({ target }) => put({ label: target.value })}
      />
      <div className={formCss.field}>
        <label className={formCss.label} htmlFor={id}>
          {texts.kind}
        </label>
        <div className={formCss.inputBox}>
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
        <TextField
          label={texts.placeholder}
          aside={<small className={textCss.tertiary}>{composeMessages.optional}</small>}
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

type QuestionProps = { question: FormField; at: number; own: QuestionsEditor; count: number };

const Question = ({ question, at, own, count }: QuestionProps) => (
  <section className={composeCss.item} aria-label={texts.name(at + 1)}>
    <div className={layoutCss.row}>
      <b className={layoutCss.grow}>{texts.name(at + 1)}</b>
      <IconButton
        className={composeCss.up}
        label={texts.up(at + 1)}
        icon={<ChevronDownIcon size={20} />}
        disabled={at === 0}
        onClick={() => own.move(at, at - 1)}
      />
      <IconButton
        label={texts.down(at + 1)}
        icon={<ChevronDownIcon size={20} />}
        disabled={at === count - 1}
        onClick={() => own.move(at, at + 1)}
      />
      <IconButton
        label={texts.remove(at + 1)}
        icon={<CloseIcon size={20} />}
        onClick={() => own.remove(at)}
      />
    </div>
    <Inputs
      place={`questions.${at}`}
      question={question}
      faults={own.faults}
      put={(part) => own.put(at, part)}
    />
  </section>
);

/** What came of the last thing done, and what can be done where a colleague was first. */
function StatusMessage({ own }: { own: QuestionsEditor }) {
  const { said } = own;
  if (said === null) return null;
  const reload = async () => {
    if (await raiseChallenge("dialog", composeMessages.overtaken.ask)) await own.discard();
  };
  return (
    <Notice kind={said.kind}>
      <p>{said.text}</p>
      {said.kind === "warn" && (
        <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap} ${layoutCss.marginTop1}`}>
          <Button look="outline" size="small" onClick={() => void reload()}>
            {texts.reload}
          </Button>
          <Button look="outline" size="small" onClick={() => void own.save(true)}>
            {composeMessages.overtaken.keep}
          </Button>
        </div>
      )}
    </Notice>
  );
}

/** Whether something is not saved yet, where it is kept meanwhile, and the way back. */
function Unsaved({ asking: { keptAt }, own }: { asking: QuestionsState; own: QuestionsEditor }) {
  const discard = async () => {
    if (await raiseChallenge("dialog", texts.askDiscard)) await own.discard();
  };
  return (
    <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap3} ${layoutCss.wrap}`}>
      <output className={`${textCss.caption} ${textCss.secondary}`}>
        {keptAt === null ? composeMessages.notKept : texts.kept(formatClock(keptAt))}
      </output>
      <button type="button" className={controlsCss.link} disabled={own.isBusy} onClick={() => void discard()}>
        {composeMessages.discard}
      </button>
    </div>
  );
}

type FormQuestionsProps = {
  link: string;
  activityId: string;
  /** Who writes, as they name themselves. */
  by: string;
};

/** What the form of the activity asks beyond name and number (contract/compose/questions.ts). */
export function FormQuestions({ link, activityId, by }: FormQuestionsProps) {
  const own = useFormQuestions(link, activityId, by);
  const { asking } = own;
  const [isKept] = useState(() => hasStoredQuestions(activityId));
  const start = useEffectEvent(() => void own.load());
  // Whoever left something unsaved finds it on show.
  useEffect(() => {
    if (isKept) start();
  }, [isKept]);
  const isUnsaved = asking?.isChanged ?? isKept;
  const { savedBy = null, savedTime = null } = asking?.standing ?? {};
  return (
    <details
      className={`${contentCss.card} ${contentCss.padded} ${foldsCss.fold} ${foldsCss.questions}`}
      open={isKept}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && asking === null) void own.load();
      }}
    >
      <summary>
        <ChevronDownIcon size={20} />
        <span className={layoutCss.grow}>{texts.title}</span>
        {isUnsaved && <span className={`${controlsCss.tag} ${controlsCss.hot}`}>{texts.unsaved}</span>}
      </summary>
      <p className={`${textCss.small} ${textCss.secondary}`}>{texts.why}</p>
      {savedBy !== null && savedTime !== null && (
        <p className={`${textCss.caption} ${textCss.tertiary}`}>
          {texts.savedBy(savedBy, formatMoment(savedTime))}
        </p>
      )}
      {asking?.list.length === 0 && <p className={`${textCss.small} ${textCss.secondary}`}>{texts.none}</p>}
      {asking?.list.map((question, at) => (
        <Question
          key={`${question.key} ${asking.turn}`}
          {...{ question, at, own }}
          count={asking.list.length}
        />
      ))}
      <StatusMessage own={own} />
      {asking?.isChanged && <Unsaved {...{ asking, own }} />}
      {asking === null ? (
        <Button look="outline" size="small" isBusy={own.isBusy} onClick={() => void own.load()}>
          {own.isBusy ? composeMessages.loading : composeMessages.retry}
        </Button>
      ) : (
        <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap}`}>
          <Button look="tonal" size="small" onClick={own.add}>
            {texts.add}
          </Button>
          <Button
            size="small"
            isBusy={own.isBusy}
            disabled={!asking.isChanged}
            onClick={() => void own.save()}
          >
            {texts.save}
          </Button>
        </div>
      )}
    </details>
  );
}
