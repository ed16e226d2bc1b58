import { SponsorInput } from "../sponsor-input.tsx";
import { FieldPair, FieldStack } from "../../kit/form/form-frame.tsx";
import { DateTimeInput } from "../../kit/form/date-time-input.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { RichInput } from "../../kit/form/rich-input.tsx";
import { NumberInput, TextAreaInput, TextInput } from "../../kit/form/text-input.tsx";
import { TickBox } from "../../kit/controls/tick-box.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { activityFieldLabels as labels } from "#contract/console/activity/labels.ts";
import { consoleActivityTexts as texts } from "../messages.ts";
import { AgendaInput } from "./agenda-input.tsx";
import { BenefitsInput } from "./benefits-input.tsx";
import { PlaceInput } from "./place-input.tsx";
import { CoverInput } from "./cover-input.tsx";
import { DealersInput } from "./dealers-input.tsx";
import { QuestionsInput } from "./questions-input.tsx";
import { SeriesInput } from "./series-input.tsx";
import type { Step } from "./step-tabs.tsx";
import type { DraftEditor } from "./use-draft.ts";

type StepProps = { editor: DraftEditor };
const MAX_TITLE = 60;
const MAX_SUBTITLE = 100;
const lengthOf = (text: string): number => [...text].length;
/** Words of a line, divided by commas of both scripts. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[、，,]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** The fields of a step, each with its fault. */
export const StepFields = ({ step, editor }: StepProps & { step: Step }) => {
  const fields = { basic: BasicStep, content: ContentStep, signUp: SignUpStep, benefits: BenefitStep };
  const Fields = fields[step];
  return (
    <FieldStack>
      <Fields editor={editor} />
    </FieldStack>
  );
};

function BasicStep({ editor }: StepProps) {
  const { values, change, changeAll, draft } = editor;
  const { faults } = draft;
  return (
    <>
      <TextInput
        label={labels.title}
        isRequired
        aside={texts.characters(lengthOf(values.title), MAX_TITLE)}
        value={values.title}
        error={faults["title"]}
        onChange={(title) => change("title", title)}
      />
      <TextInput
        label={labels.subtitle}
        aside={texts.characters(lengthOf(values.subtitle), MAX_SUBTITLE)}
        value={values.subtitle}
        error={faults["subtitle"]}
        onChange={(subtitle) => change("subtitle", subtitle)}
      />
      <FieldPair>
        <SelectInput
          label={labels.businessType}
          isRequired
          options={Object.entries(texts.businessTypes).map(([value, label]) => ({ value, label }))}
          value={String(values.businessType)}
          error={faults["businessType"]}
          onChange={(value) => change("businessType", Number(value) as typeof values.businessType)}
        />
        <SponsorInput value={values} faults={faults} onChange={changeAll} />
      </FieldPair>
      <CoverInput
        label={texts.cover}
        value={values.coverUrl}
        error={faults["coverUrl"]}
        onChange={(coverUrl) => change("coverUrl", coverUrl)}
      />
      <TagsInput editor={editor} />
      <SeriesInput editor={editor} />
      <ShareFields editor={editor} />
    </>
  );
}

const TagsInput = ({ editor: { values, change, draft } }: StepProps) => (
  <TextInput
    key={draft.activityId}
    label={labels.tags}
    hint={texts.tagsHint}
    value={values.tags.join("、")}
    error={draft.faults["tags"] ?? draft.faults["tags.0"]}
    onChange={(text) => change("tags", text.endsWith("、") ? [...wordsOf(text), ""] : wordsOf(text))}
    onBlur={() =>
      change(
        "tags",
        values.tags.filter((tag) => tag !== ""),
      )
    }
  />
);

function ShareFields({ editor: { values, change, draft } }: StepProps) {
  const { share } = values;
  return (
    <>
      <TextInput
        label={texts.shareTitle}
        value={share.title}
        error={draft.faults["share.title"]}
        onChange={(title) => change("share", { ...share, title })}
      />
      <TextInput
        label={texts.shareText}
        value={share.desc}
        error={draft.faults["share.desc"]}
        onChange={(desc) => change("share", { ...share, desc })}
      />
      <TextInput
        label={texts.sharePicture}
        value={share.imgUrl}
        error={draft.faults["share.imgUrl"]}
        onChange={(imgUrl) => change("share", { ...share, imgUrl })}
      />
    </>
  );
}

const timePairs = [
  ["startTime", "endTime"],
  ["signUpStartTime", "signUpEndTime"],
] as const;

function ContentStep({ editor }: StepProps) {
  const { values, change, draft } = editor;
  const { faults } = draft;
  return (
    <>
      {timePairs.map((pair) => (
        <FieldPair key={pair[0]}>
          {pair.map((field) => (
            <DateTimeInput
              key={field}
              label={labels[field]}
              isRequired
              value={values[field]}
              error={faults[field]}
              onChange={(value) => change(field, value)}
            />
          ))}
        </FieldPair>
      ))}
      <DealersInput editor={editor} />
      <PlaceInput editor={editor} />
      <RichInput
        key={draft.activityId}
        label={labels.content}
        value={values.content}
        error={faults["content"]}
        onChange={(content) => change("content", content)}
      />
      <AgendaInput editor={editor} />
    </>
  );
}

function SignUpStep({ editor }: StepProps) {
  const { values, change, draft } = editor;
  const { faults } = draft;
  const sum = values.sessions.reduce((seats, { quota }) => seats + quota, 0);
  return (
    <>
      <FieldPair>
        <NumberInput
          label={labels.quota}
          unit={texts.seats}
          hint={texts.quotaHint}
          aside={values.sessions.length > 0 ? texts.sessionsSum(sum) : undefined}
          value={values.quota}
          error={faults["quota"]}
          onChange={(quota) => change("quota", quota)}
        />
        <TextInput
          label={labels.fee}
          isRequired
          value={values.fee}
          error={faults["fee"]}
          onChange={(fee) => change("fee", fee)}
        />
      </FieldPair>
      <fieldset className={utilityCss.stack}>
        <legend className={utilityCss.title}>{texts.asks}</legend>
        {(["series", "dealer"] as const).map((name) => (
          <label key={name} className={utilityCss.row}>
            <TickBox
              checked={values.asks[name]}
              onChange={(event) => change("asks", { ...values.asks, [name]: event.target.checked })}
            />
            {name === "series" ? texts.askSeries : texts.askDealer}
            {faults[`asks.${name}`] !== undefined && <small role="alert">{faults[`asks.${name}`]}</small>}
          </label>
        ))}
      </fieldset>
      <QuestionsInput editor={editor} />
      <TextAreaInput
        label={labels.rules}
        hint={texts.rulesHint}
        rows={6}
        value={values.rules}
        error={faults["rules"]}
        onChange={(rules) => change("rules", rules)}
      />
    </>
  );
}

const BenefitStep = ({ editor }: StepProps) => (
  <>
    <BenefitsInput editor={editor} />
    <FieldPair>
      {(["processKey", "nodeKey"] as const).map((field) => (
        <TextInput
          key={field}
          label={labels[field]}
          hint={texts.fixedHint}
          isDisabled
          value={editor.values[field]}
          onChange={() => {}}
        />
      ))}
    </FieldPair>
  </>
);
