import { useEffect, useEffectEvent, useId, useState } from "react";
import type { FormField } from "#contract/activity/activity.ts";
import { formatClock } from "#contract/core/date-text.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Button, IconButton } from "../../ui/form/button.tsx";
import { Checkbox, TextField, FieldHint } from "../../ui/form/field.tsx";
import { ChevronDownIcon, CloseIcon } from "../../ui/icons/common-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { ComposedPage } from "../api.ts";
import { hasStoredQuestions, type QuestionsState } from "./questions-state.ts";
import { useFormQuestions, type QuestionsEditor } from "./use-form-questions.ts";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as foldsCss from "../folds.module.css";
import * as fieldCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const texts = composeMessages.questions;
type Put = (part: Partial<FormField>) => void;

/** Input for the options, one per line; empty lines are ignored. */
function OptionsInput({ options, error, put }: { options: readonly string[]; error?: string; put: Put }) {
  const id = useId();
  return (
    <div className={fieldCss.field}>
      <label className={fieldCss.label} htmlFor={id}>
        {texts.options}
      </label>
      <div className={`${fieldCss.inputBox} ${composeCss.area}`}>
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

/** Fault of the options as a whole, or the first one of an option. */
const optionsFault = (faults: Readonly<Record<string, string>>, path: string): string | undefined =>
  Object.entries(faults).find(([at]) => `${at}.`.startsWith(`${path}.options.`))?.[1];

type InputsProps = {
  question: FormField;
  /** Path of the question, for example `questions.2`. */
  path: string;
  faults: Readonly<Record<string, string>>;
  put: Put;
};

function Inputs({
  question: { label, kind, required, options, placeholder, maxPictures = 1 },
  path,
  faults,
  put,
}: InputsProps) {
  const id = useId();
  const fault = optionsFault(faults, path);
  return (
    <>
      <TextField
        label={texts.label}
        isRequired
        value={label}
        error={faults[`${path}.label`]}
        autoComplete="off"
        onChange={({ target }) => put({ label: target.value })}
      />
      <div className={fieldCss.field}>
        <label className={fieldCss.label} htmlFor={id}>
          {texts.kind}
        </label>
        <div className={fieldCss.inputBox}>
          <select
            id={id}
            value={kind}
            onChange={({ target }) => put({ kind: target.value as FormField["kind"] })}
          >
            {(["text", "select", "number", "picture"] as const).map((one) => (
              <option key={one} value={one}>
                {texts.kinds[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {kind === "picture" && (
        <TextField
          label={texts.maxPictures}
          value={String(maxPictures)}
          error={faults[`${path}.maxPictures`]}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => put({ maxPictures: Number(target.value.replace(/\D/g, "")) })}
        />
      )}
      {kind === "select" && (
        <OptionsInput {...{ options, put }} {...(fault !== undefined && { error: fault })} />
      )}
      {kind !== "select" && (
        <TextField
          label={texts.placeholder}
          aside={<small className={textCss.tertiary}>{composeMessages.optional}</small>}
          value={placeholder}
          error={faults[`${path}.placeholder`]}
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

type QuestionProps = { question: FormField; at: number; editor: QuestionsEditor; count: number };

const Question = ({ question, at, editor, count }: QuestionProps) => (
  <section className={composeCss.item} aria-label={texts.name(at + 1)}>
    <div className={layoutCss.row}>
      <b className={layoutCss.grow}>{texts.name(at + 1)}</b>
      <IconButton
        className={composeCss.up}
        label={texts.up(at + 1)}
        icon={<ChevronDownIcon size={20} />}
        disabled={at === 0}
        onClick={() => editor.move(at, at - 1)}
      />
      <IconButton
        label={texts.down(at + 1)}
        icon={<ChevronDownIcon size={20} />}
        disabled={at === count - 1}
        onClick={() => editor.move(at, at + 1)}
      />
      <IconButton
        label={texts.remove(at + 1)}
        icon={<CloseIcon size={20} />}
        onClick={() => editor.remove(at)}
      />
    </div>
    <Inputs
      path={`questions.${at}`}
      question={question}
      faults={editor.faults}
      put={(part) => editor.put(at, part)}
    />
  </section>
);

/** Result of the last action, with the decision after a conflict with a colleague. */
function StatusMessage({ editor }: { editor: QuestionsEditor }) {
  const { status } = editor;
  if (status === null) return null;
  const reload = async () => {
    if (await raiseChallenge("dialog", composeMessages.conflict.ask)) await editor.discard();
  };
  return (
    <Notice kind={status.kind}>
      <p>{status.text}</p>
      {status.kind === "warn" && (
        <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap} ${layoutCss.marginTop1}`}>
          <Button look="outline" size="small" onClick={() => void reload()}>
            {texts.reload}
          </Button>
          <Button look="outline" size="small" onClick={() => void editor.save(true)}>
            {composeMessages.conflict.overwrite}
          </Button>
        </div>
      )}
    </Notice>
  );
}

/** Note that unsaved changes are stored on this device, with a button that discards them. */
function UnsavedNote({
  storedAt,
  editor,
}: {
  storedAt: QuestionsState["storedAt"];
  editor: QuestionsEditor;
}) {
  const discard = async () => {
    if (await raiseChallenge("dialog", texts.askDiscard)) await editor.discard();
  };
  return (
    <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap3} ${layoutCss.wrap}`}>
      <output className={`${textCss.caption} ${textCss.secondary}`}>
        {storedAt === null ? composeMessages.notStored : texts.stored(formatClock(storedAt))}
      </output>
      <button
        type="button"
        className={controlsCss.link}
        disabled={editor.isBusy}
        onClick={() => void discard()}
      >
        {composeMessages.discard}
      </button>
    </div>
  );
}

type FormQuestionsProps = { page: ComposedPage; activityId: string };

/** Editor of the questions that an activity adds to its form (contract/compose/questions.ts); loads when opened. */
export function FormQuestions({ page, activityId }: FormQuestionsProps) {
  const editor = useFormQuestions(page, activityId);
  const { state } = editor;
  const [hasDraft] = useState(() => hasStoredQuestions(activityId));
  const loadDraft = useEffectEvent(() => void editor.load());
  // Opens with unsaved changes of an earlier visit.
  useEffect(() => {
    if (hasDraft) loadDraft();
  }, [hasDraft]);
  const isUnsaved = state?.isChanged ?? hasDraft;
  const { savedBy = null, savedTime = null } = state?.saved ?? {};
  return (
    <details
      className={`${contentCss.card} ${contentCss.padded} ${foldsCss.fold} ${foldsCss.questions}`}
      open={hasDraft}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && state === null) void editor.load();
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
      {state?.list.length === 0 && <p className={`${textCss.small} ${textCss.secondary}`}>{texts.none}</p>}
      {state?.list.map((question, at) => (
        <Question
          key={`${question.key} ${state.loads}`}
          {...{ question, at, editor }}
          count={state.list.length}
        />
      ))}
      <StatusMessage editor={editor} />
      {state?.isChanged && <UnsavedNote storedAt={state.storedAt} editor={editor} />}
      {state === null ? (
        <Button look="outline" size="small" isBusy={editor.isBusy} onClick={() => void editor.load()}>
          {editor.isBusy ? composeMessages.loading : composeMessages.retry}
        </Button>
      ) : (
        <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap}`}>
          <Button look="tonal" size="small" onClick={editor.add}>
            {texts.add}
          </Button>
          <Button
            size="small"
            isBusy={editor.isBusy}
            disabled={!state.isChanged}
            onClick={() => void editor.save()}
          >
            {texts.save}
          </Button>
        </div>
      )}
    </details>
  );
}
