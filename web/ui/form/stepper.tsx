import * as stepperCss from "./stepper.module.css";
import { MinusIcon, PlusIcon } from "../icons/mall-icons.tsx";
import { priceMessages } from "../display/price-messages.ts";

type StepperProps = {
  /** The counted thing, for screen readers. */
  label: string;
  value: number;
  /** Greatest quantity; at least 1. */
  most: number;
  isBusy?: boolean;
  onChange: (value: number) => void;
};

/** Quantity of units, from 1 to `most`. */
export const Stepper = ({ label, value, most, isBusy = false, onChange }: StepperProps) => (
  <fieldset className={stepperCss.stepper} aria-label={label}>
    <button
      type="button"
      aria-label={priceMessages.fewer(label)}
      disabled={value <= 1 || isBusy}
      onClick={() => onChange(value - 1)}
    >
      <MinusIcon size={20} />
    </button>
    <output>{value}</output>
    <button
      type="button"
      aria-label={priceMessages.more(label)}
      disabled={value >= most || isBusy}
      onClick={() => onChange(value + 1)}
    >
      <PlusIcon size={20} />
    </button>
  </fieldset>
);
