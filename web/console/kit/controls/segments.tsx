import * as controlsCss from "./controls.module.css";

type SegmentsProps<V extends string> = {
  /** Accessible name of the choice. */
  label: string;
  options: readonly { readonly value: V; readonly label: string }[];
  value: V;
  onChange: (value: V) => void;
};

/** Choice of a few views side by side. */
export const Segments = <V extends string>({ label, options, value, onChange }: SegmentsProps<V>) => (
  <fieldset className={controlsCss.segments} aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </fieldset>
);
