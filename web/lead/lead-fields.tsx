import type { ActivityDetail, FormField, Series } from "#contract/activity.ts";
import { limits } from "#contract/limits.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { raise } from "../platform/http/challenges.ts";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import { Field, Hint } from "../ui/form.tsx";
import { ChevronRightIcon } from "../ui/icons.tsx";
import type { LeadValues } from "./lead-values.ts";
import type { Change } from "./use-lead-form.ts";
import { words } from "./words.ts";

export type FieldsProps = {
  values: LeadValues;
  change: Change;
  /** By field, what is wrong with it. */
  faults: Readonly<Record<string, string>>;
};

export const NameField = ({ values, change, faults }: FieldsProps) => (
  <Field
    id="lead-name"
    label={words.name}
    isRequired
    value={values.name}
    onChange={(event) => change({ name: event.target.value })}
    error={faults["name"]}
    placeholder={words.namePlaceholder}
    autoComplete="name"
    enterKeyHint="next"
    maxLength={limits.nameMost * 2}
  />
);

type MobileProps = FieldsProps & { bound: string | null; hint: string | undefined };

/** The bound number, masked; or another one, or the first one of who has none. */
export function MobileField({ values, change, faults, bound, hint }: MobileProps) {
  if (bound !== null && !values.isOtherMobile)
    return (
      <div className="fld">
        <p className="lb">
          <span>
            {words.mobile}
            <em aria-hidden="true">*</em>
          </span>
        </p>
        <div className="inp">
          <span className="f1 num own">{maskMobile(bound)}</span>
          <button type="button" className="act" onClick={() => change({ isOtherMobile: true, mobile: "" })}>
            {words.change}
          </button>
        </div>
      </div>
    );
  return (
    <Field
      id="lead-mobile"
      type="tel"
      inputMode="tel"
      label={words.mobile}
      isRequired
      value={values.mobile}
      onChange={(event) => change({ mobile: event.target.value })}
      error={faults["mobile"]}
      {...(hint !== undefined && { hint })}
      placeholder={words.mobilePlaceholder}
      autoComplete="tel-national"
      maxLength={24}
      after={
        bound !== null && (
          <button type="button" className="act" onClick={() => change({ isOtherMobile: false, mobile: "" })}>
            {words.useOwn}
          </button>
        )
      }
    />
  );
}

export function CityField({ values, change, faults }: FieldsProps) {
  const choose = async () => {
    const chosen = await raise("city", { code: values.cityCode });
    if (chosen) change({ cityCode: chosen.code, cityName: chosen.name, dealerId: "" });
  };
  return (
    <div className="fld">
      <p className="lb" aria-hidden="true">
        <span>
          {words.city}
          <em>*</em>
        </span>
      </p>
      <button
        type="button"
        id="lead-cityCode"
        className="inp ld-row"
        aria-label={words.chooseCity(values.cityName)}
        onClick={() => void choose()}
      >
        <span className="f1">{values.cityName}</span>
        <ChevronRightIcon size={16} />
      </button>
      <Hint id="lead-cityCode-hint" error={faults["cityCode"]} />
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

/** One of a few, as chips. */
const Chips = ({ name, label, options, value, onChoose, isRequired, error }: ChipsProps) => (
  <div className="fld">
    <p className="lb">
      <span>
        {label}
        {isRequired && <em aria-hidden="true">*</em>}
      </span>
    </p>
    <ChoiceGroup
      name={`lead-${name}`}
      label={label}
      look="chips"
      choices={options.map((option) => ({ value: option.value, content: <span>{option.text}</span> }))}
      value={value}
      onChoose={onChoose}
      errorId={error === undefined ? undefined : `lead-${name}-hint`}
    />
    <Hint id={`lead-${name}-hint`} error={error} />
  </div>
);

export function SeriesField({
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
      label={words.series}
      options={activity.asks.series ? options : [...options, { value: "", text: words.anySeries }]}
      value={values.seriesCode}
      onChoose={(seriesCode) => change({ seriesCode })}
      isRequired={activity.asks.series}
      error={faults["seriesCode"]}
    />
  );
}

/** A question of the activity's own. */
export function QuestionField({ values, change, faults, question }: FieldsProps & { question: FormField }) {
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
    <Field
      id={`lead-answers-${key}`}
      label={label}
      isRequired={required}
      value={value}
      onChange={(event) => answer(event.target.value)}
      error={error}
      placeholder={placeholder}
      maxLength={limits.answerMost}
      autoComplete="off"
      {...(kind === "number" && { inputMode: "numeric" as const })}
    />
  );
}
