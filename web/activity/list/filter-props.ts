/** One choice of a filter. */
export type FilterOption = {
  value: string;
  label: string;
  /** For the bar, where there is less room. */
  short?: string;
  imageUrl?: string;
};

export type FilterPanelProps = {
  /** The address's parameter it sets. */
  name: string;
  label: string;
  options: readonly FilterOption[];
  /** The value now; "" for none. */
  value: string;
  /** The list's own address and what else stands in it, for the form without a script. */
  action: string;
  fields: readonly (readonly [string, string])[];
  /** The address without this condition. */
  cleared: string;
  /** How many activities there would be. */
  count: (value: string) => Promise<number>;
  onApply: (value: string) => void;
  /** Opened or closed, also by the browser itself. */
  onToggle: (panel: HTMLDetailsElement) => void;
};
