/** Option of a filter. */
export type FilterOption = {
  value: string;
  label: string;
  /** Shorter label for the bar. */
  short?: string;
  imageUrl?: string;
};

export type FilterPanelProps = {
  /** Query parameter that the filter sets. */
  name: string;
  label: string;
  options: readonly FilterOption[];
  /** Current value; "" for none. */
  value: string;
  /** Address and hidden fields of the form that works without a script. */
  action: string;
  fields: readonly (readonly [string, string])[];
  /** Address without this condition. */
  cleared: string;
  /** Number of activities that would match. */
  count: (value: string) => Promise<number>;
  onApply: (value: string) => void;
  /** Called when the panel is opened or closed, also by the browser itself. */
  onToggle: (panel: HTMLDetailsElement) => void;
};
