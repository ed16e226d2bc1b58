import { formatCount } from "../../../ui/display/format.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as figureCss from "./figure-buttons.module.css";

type FigureButton = {
  readonly id: string;
  readonly label: string;
  /** null: not loaded yet. */
  readonly count: number | null;
  /** Says that something is to be done while the count is above 0. */
  readonly isWarning?: boolean;
};
type FigureButtonsProps = {
  /** Accessible name of the group. */
  label: string;
  figures: readonly FigureButton[];
  /** Id of the figure whose rows are shown; null: none. */
  chosen: string | null;
  /** null: shows all rows again. */
  onChoose: (id: string | null) => void;
};

/** Figures above a list; pressing one shows the rows that it counts. */
export const FigureButtons = ({ label, figures, chosen, onChoose }: FigureButtonsProps) => (
  <fieldset className={figureCss.figures} aria-label={label}>
    {figures.map(({ id, label: name, count, isWarning }) => (
      <button
        key={id}
        type="button"
        className={classNames(
          figureCss.figure,
          isWarning === true && count !== null && count > 0 && figureCss.warning,
        )}
        aria-pressed={chosen === id}
        onClick={() => onChoose(chosen === id ? null : id)}
      >
        <span>{name}</span>
        <strong>{count === null ? "–" : formatCount(count)}</strong>
      </button>
    ))}
  </fieldset>
);
