import {
  EXPORT_HOURS,
  exportFormats,
  MAX_FULL_EXPORT_ROWS,
  type ExportChoices,
  type ExportFormat,
} from "#contract/console/export/exports.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Segments } from "../../kit/controls/segments.tsx";
import { TickBox } from "../../kit/controls/tick-box.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { listExportMessages as texts } from "./messages.ts";
import * as exportCss from "./export.module.css";

/** Choice of an operator for a file. */
export type ExportChoice = { columns: string[]; format: ExportFormat; isFull: boolean };

/** The choice of the last file, otherwise all columns of a workbook; whole mobiles are chosen anew each time. */
export const startChoice = ({ columns, chosen }: ExportChoices): ExportChoice => ({
  columns: chosen?.columns ?? columns.map(({ id }) => id),
  format: chosen?.format ?? "xlsx",
  isFull: false,
});

const formatOptions = (Object.keys(exportFormats) as ExportFormat[]).map((value) => ({
  value,
  label: texts.formats[value],
}));

type ExportFormProps = {
  choices: ExportChoices;
  value: ExportChoice;
  onChange: (value: ExportChoice) => void;
};

/** Choice of columns, format and masking. */
export function ExportForm({ choices, value, onChange }: ExportFormProps) {
  const hasMobile = choices.columns.some(({ id, isMobile }) => isMobile && value.columns.includes(id));
  return (
    <>
      <ColumnTicks
        columns={choices.columns}
        chosen={value.columns}
        onChange={(columns) => onChange({ ...value, columns })}
      />
      <div className={exportCss.choices}>
        <section>
          <h3 className={exportCss.heading}>{texts.format}</h3>
          <Segments
            label={texts.format}
            options={formatOptions}
            value={value.format}
            onChange={(format) => onChange({ ...value, format })}
          />
          <p className={exportCss.hint}>{texts.formatHints[value.format]}</p>
        </section>
        {choices.mayBeFull && hasMobile && (
          <section>
            <h3 className={exportCss.heading}>{texts.people}</h3>
            <Segments
              label={texts.people}
              options={[
                { value: "masked", label: texts.masked },
                { value: "full", label: texts.full },
              ]}
              value={value.isFull ? "full" : "masked"}
              onChange={(masking) => onChange({ ...value, isFull: masking === "full" })}
            />
            <p className={exportCss.hint}>
              {value.isFull ? texts.fullHint(MAX_FULL_EXPORT_ROWS) : texts.maskedHint}
            </p>
          </section>
        )}
      </div>
      <p className={exportCss.hint}>{texts.keep(EXPORT_HOURS)}</p>
    </>
  );
}

type ColumnTicksProps = {
  columns: ExportChoices["columns"];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** A tick for each column. */
function ColumnTicks({ columns, chosen, onChange }: ColumnTicksProps) {
  const all = columns.map(({ id }) => id);
  const toggle = (id: string): void =>
    onChange(all.filter((each) => (each === id ? !chosen.includes(id) : chosen.includes(each))));
  return (
    <section>
      <div className={utilityCss.row}>
        <h3 className={exportCss.heading}>{texts.columns}</h3>
        <span className={`${utilityCss.caption} ${utilityCss.muted}`}>
          {texts.chosen(chosen.length, all.length)}
        </span>
        <span className={utilityCss.grow} />
        <ConsoleButton isSmall look="quiet" onClick={() => onChange(all)}>
          {texts.all}
        </ConsoleButton>
        <ConsoleButton isSmall look="quiet" onClick={() => onChange([])}>
          {texts.none}
        </ConsoleButton>
      </div>
      <fieldset className={exportCss.columns} aria-label={texts.columns}>
        {columns.map(({ id, label }) => (
          <label key={id} className={exportCss.column}>
            <TickBox checked={chosen.includes(id)} onChange={() => toggle(id)} />
            {label}
          </label>
        ))}
      </fieldset>
    </section>
  );
}
