import type { ActivityDetail, FormField, Series } from "#contract/activity/activity.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { ChoiceGroup } from "../../ui/form/choice-group.tsx";
import { TextField, FieldHint } from "../../ui/form/field.tsx";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import type { LeadValues } from "./lead-values.ts";
import type { ChangeValues } from "./use-lead-form.ts";
import { leadFormMessages } from "./messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as leadCss from "./lead.module.css";
import * as textCss from "../../ui/styles/text.module.css";

export type FieldsProps = {
  values: LeadValues;
  change: ChangeValues;
  /** Error message by field. */
  faults: Readonly<Record<string, string>>;
};

export const LeadNameField = ({ values, change, faults }: FieldsProps) => (
  <TextField
    id="lead-name"
    label={leadFormMessages.name}
    isRequired
    value={values.name}
    onChange={(event) => change({ name: event.target.value })}
    error={faults["name"]}
    placeholder={leadFormMessages.namePlaceholder}
    autoComplete="name"
    enterKeyHint="next"
  />
);

type MobileProps = FieldsProps & { bound: string | null; hint: string | undefined };

/** The bound number, masked, or another one; an input if no number is bound. */
export function LeadMobileField({ values, change, faults, bound, hint }: MobileProps) {
  if (bound !== null && !values.isOtherMobile)
    return (
      <div className={fieldCss.field}>
        <p className={fieldCss.label}>
          <span>
            {leadFormMessages.mobile}
            <em aria-hidden="true">*</em>
          </span>
        </p>
        <div className={fieldCss.inputBox}>
          <span className={`${layoutCss.grow} ${textCss.numeric}`}>{maskMobile(bound)}</span>
          <button
            type="button"
            className={fieldCss.action}
            onClick={() => change({ isOtherMobile: true, mobile: "" })}
          >
            {leadFormMessages.change}
          </button>
        </div>
      </div>
    );
  return (
    <TextField
      id="lead-mobile"
      type="tel"
      inputMode="tel"
      label={leadFormMessages.mobile}
      isRequired
      value={values.mobile}
      onChange={(event) => change({ mobile: event.target.value })}
      error={faults["mobile"]}
      {...(hint !== undefined && { hint })}
      placeholder={leadFormMessages.mobilePlaceholder}
      autoComplete="tel"
      after={
        bound !== null && (
          <button
            type="button"
            className={fieldCss.action}
            onClick={() => change({ isOtherMobile: false, mobile: "" })}
          >
            {leadFormMessages.useOwn}
          </button>
        )
      }
    />
  );
}

export function LeadCityField({ values, change, faults }: FieldsProps) {
  const choose = async () => {
    const chosen = await raiseChallenge("city", { code: values.cityCode });
    if (chosen)
      change({
        cityCode: chosen.code,
        cityName: chosen.name,
        districtCode: chosen.districtCode ?? "",
        dealerId: "",
      });
  };
  return (
    <div className={fieldCss.field}>
      <p className={fieldCss.label} aria-hidden="true">
        <span>
          {leadFormMessages.city}
          <em>*</em>
        </span>
      </p>
      <button
        type="button"
        id="lead-cityCode"
        className={`${fieldCss.inputBox} ${leadCss.row}`}
        aria-label={leadFormMessages.chooseCity(values.cityName)}
        onClick={() => void choose()}
      >
        <span className={layoutCss.grow}>{values.cityName}</span>
        <ChevronRightIcon size={16} />
      </button>
      <FieldHint id="lead-cityCode-hint" error={faults["cityCode"]} />
    </div>
  );
}

type ChipsProps = {
  name: string;
  label: string;
  options: readonly { value: string; text: string }[];
  value: string;
  onChoose: (value: string) => void;
  isRequired?: boolean;
  error?: string | undefined;
};

/** Single choice as chips. */
const Chips = ({ name, label, options, value, onChoose, isRequired, error }: ChipsProps) => (
  <div className={fieldCss.field}>
    <p className={fieldCss.label}>
      <span>
        {label}
        {isRequired && <em aria-hidden="true">*</em>}
      </span>
    </p>
    <ChoiceGroup
      name={`lead-${name}`}
      label={label}
      className={leadCss.chips}
      choices={options.map((option) => ({ value: option.value, content: <span>{option.text}</span> }))}
      value={value}
      onChoose={onChoose}
      errorId={error === undefined ? undefined : `lead-${name}-hint`}
    />
    <FieldHint id={`lead-${name}-hint`} error={error} />
  </div>
);

export function LeadSeriesField({
  values,
  change,
  faults,
  activity,
  series,
}: FieldsProps & { activity: ActivityDetail; series: readonly Series[] }) {
  const offered = series.filter(({ seriesCode }) => activity.seriesCodes.includes(seriesCode));
  if (offered.length < 2) return null;
  const options = offered.map(({ seriesCode, seriesName }) => ({ value: seriesCode, text: seriesName }));
  return (
    <Chips
      name="seriesCode"
      label={leadFormMessages.series}
      options={activity.asks.series ? options : [...options, { value: "", text: leadFormMessages.anySeries }]}
      value={values.seriesCode}
      onChoose={(seriesCode) => change({ seriesCode })}
      isRequired={activity.asks.series}
      error={faults["seriesCode"]}
    />
  );
}

/** A question configured for the activity. */
export function LeadQuestionField({
  values,
  change,
  faults,
  question,
}: FieldsProps & { question: FormField }) {
  const { key, label, kind, required, options, placeholder } = question;
  const value = values.answers[key] ?? "";
  const answer = (text: string) => change({ answers: { ...values.answers, [key]: text } });
  const error = faults[`answers.${key}`];
  if (kind === "select")
    return (
      <Chips
        name={`answers-${key}`}
        label={label}
        options={options.map((option) => ({ value: option, text: option }))}
        value={value}
        onChoose={answer}
        isRequired={required}
        error={error}
      />
    );
  return (
    <TextField
      id={`lead-answers-${key}`}
      label={label}
      isRequired={required}
      value={value}
      onChange={(event) => answer(event.target.value)}
      error={error}
      placeholder={placeholder}
      autoComplete="off"
      {...(kind === "number" && { inputMode: "numeric" as const })}
    />
  );
}
