import type { ReactNode, Ref } from "react";
import { classNames } from "../styles/class-names.ts";
import * as stateCss from "../styles/state.module.css";

type ChoiceOption = {
  readonly value: string;
  readonly isDisabled?: boolean;
  readonly content: ReactNode;
};

type ChoiceGroupProps = {
  /** Name of the radio buttons; unique on the page. */
  name: string;
  label: string;
  /** Class of the group, which styles its options. */
  className: string;
  choices: readonly ChoiceOption[];
  value: string;
  onChoose: (value: string) => void;
  /** Id of the error message, if there is one. */
  errorId?: string | undefined;
  /** Receives the radio button that takes the focus: the chosen one, else the first enabled one. */
  focusRef?: Ref<HTMLInputElement>;
};

/** Choice of one: native radio buttons inside labels, so that arrow keys work without a script. */
export function ChoiceGroup({
  name,
  label,
  className,
  choices,
  value,
  onChoose,
  errorId,
  focusRef,
}: ChoiceGroupProps) {
  const enabled = choices.filter(({ isDisabled }) => !isDisabled);
  const focusTarget = enabled.find((choice) => choice.value === value) ?? enabled[0];
  return (
    <div
      role="radiogroup"
      className={className}
      aria-label={label}
      aria-required
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            choice.value === value && stateCss.selected,
            choice.isDisabled && stateCss.unavailable,
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.isDisabled}
            onChange={() => onChoose(choice.value)}
            data-tap="check"
            suppressHydrationWarning
            {...(choice === focusTarget && { ref: focusRef })}
          />
          {choice.content}
        </label>
      ))}
    </div>
  );
}
