import { DateTimeInput } from "../kit/form/date-time-input.tsx";
import * as activityCss from "./activity.module.css";

/** null: now; else a moment of Shanghai in ISO 8601, "" while it is being typed. */
export type When = string | null;
type WhenChoiceProps = {
  label: string;
  now: string;
  nowText?: string;
  later: string;
  laterText?: string;
  at: string;
  value: When;
  error: string | undefined;
  onChange: (value: When) => void;
};

/** Choice between now and a set time. */
export const WhenChoice = (props: WhenChoiceProps) => (
  <div role="radiogroup" aria-label={props.label} className={activityCss.when}>
    <label>
      <input type="radio" name="when" checked={props.value === null} onChange={() => props.onChange(null)} />
      <span>
        {props.now}
        {props.nowText !== undefined && <small>{props.nowText}</small>}
      </span>
    </label>
    <label>
      <input type="radio" name="when" checked={props.value !== null} onChange={() => props.onChange("")} />
      <span>
        {props.later}
        {props.laterText !== undefined && <small>{props.laterText}</small>}
      </span>
    </label>
    {props.value !== null && (
      <DateTimeInput label={props.at} value={props.value} error={props.error} onChange={props.onChange} />
    )}
  </div>
);
