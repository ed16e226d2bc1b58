import { consoleActivityTexts as texts } from "../messages.ts";
import * as editorCss from "./editor.module.css";

export type Step = keyof typeof texts.steps;
export const stepNames = Object.keys(texts.steps) as Step[];
/** Fields of each step; a fault of another one belongs to the first. */
const fieldsOfStep: Readonly<Record<Step, readonly string[]>> = {
  basic: [
    "title",
    "subtitle",
    "businessType",
    "sponsorLevel1",
    "sponsorLevel2",
    "coverUrl",
    "tags",
    "seriesCodes",
    "share",
  ],
  content: [
    "startTime",
    "endTime",
    "signUpStartTime",
    "signUpEndTime",
    "dealerId",
    "dealerIds",
    "address",
    "provinceCode",
    "cityCode",
    "longitude",
    "latitude",
    "content",
    "agenda",
  ],
  signUp: ["quota", "fee", "asks", "form", "rules", "sessions"],
  benefits: ["benefits"],
};
const stepOf = (place: string): Step => {
  const [field = ""] = place.split(".");
  return stepNames.find((step) => fieldsOfStep[step].includes(field)) ?? "basic";
};

type StepTabsProps = {
  step: Step;
  faults: Readonly<Record<string, string>>;
  onChange: (step: Step) => void;
};
/** The four steps of the editor, each with how much is still missing. */
export const StepTabs = ({ step, faults, onChange }: StepTabsProps) => (
  <ol className={editorCss.steps} aria-label={texts.stepsLabel}>
    {stepNames.map((name, at) => {
      const count = Object.keys(faults).filter((place) => stepOf(place) === name).length;
      return (
        <li key={name}>
          <button
            type="button"
            aria-current={name === step ? "step" : undefined}
            onClick={() => onChange(name)}
          >
            <b aria-hidden="true">{at + 1}</b>
            {texts.steps[name]}
            {count > 0 && <small>{texts.stepFaults(count)}</small>}
          </button>
        </li>
      );
    })}
  </ol>
);
