import { useState } from "react";
import { useController } from "react-hook-form";
import { LOW_STOCK, type MallSkuRow } from "#contract/console/mall/products.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { Badge } from "../../kit/display/badge.tsx";
import type { ConsoleForm } from "../../kit/form/use-console-form.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import type { ProductFormValues, SkuFormRow } from "./form-values.ts";
import * as matrixCss from "./matrix.module.css";
import { productPageMessages } from "./messages.ts";
import { skuName } from "./value-text.ts";

const { matrix: texts, soldOut, lowMark } = productPageMessages;

type SkuMatrixProps = {
  of: ConsoleForm<ProductFormValues>;
  options: readonly { readonly name: string }[];
  rows: readonly SkuFormRow[];
  /** Stored SKUs with their stock. */
  skus: readonly MallSkuRow[];
  isReadOnly: boolean;
  onAdjust: ((sku: MallSkuRow) => void) | null;
};
const columns = ["price", "list", "owner", "weight"] as const;

/** Matrix of a product's SKUs with prices and stock, edited in place. */
export function SkuMatrix({ of: form, options, rows, skus, isReadOnly, onAdjust }: SkuMatrixProps) {
  const stored = new Map(skus.map((sku) => [sku.skuId, sku]));
  const most = Math.max(1, ...skus.map(({ onHand }) => onHand));
  return (
    <div className={matrixCss.scroller}>
      <table className={matrixCss.table}>
        <thead>
          <tr>
            {options.length === 0 ? (
              <th scope="col">{productPageMessages.columns.skus}</th>
            ) : (
              options.map(({ name }, at) => (
                <th key={at} scope="col">
                  {name}
                </th>
              ))
            )}
            {columns.map((column) => (
              <th key={column} scope="col" className={matrixCss.end}>
                {texts[column]}
              </th>
            ))}
            <th scope="col" className={matrixCss.end}>
              {texts.stock}
            </th>
            <th scope="col">{texts.free}</th>
            <th scope="col" className={matrixCss.centre}>
              {texts.isOn}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <MatrixRow
              key={JSON.stringify(row.optionValues)}
              {...{ form, row, at, isReadOnly, onAdjust, most }}
              isFirst={at === 0 || row.optionValues[0] !== rows[at - 1]?.optionValues[0]}
              depth={options.length}
              sku={row.skuId === null ? null : (stored.get(row.skuId) ?? null)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MatrixRowProps = {
  form: ConsoleForm<ProductFormValues>;
  row: SkuFormRow;
  at: number;
  isReadOnly: boolean;
  onAdjust: ((sku: MallSkuRow) => void) | null;
  /** Highest stock of the matrix, the length of a full bar. */
  most: number;
  /** Begins a group of the first option. */
  isFirst: boolean;
  depth: number;
  sku: MallSkuRow | null;
};
function MatrixRow({ form, row, at, isReadOnly, onAdjust, most, isFirst, depth, sku }: MatrixRowProps) {
  const name = skuName(row.optionValues);
  return (
    <tr className={classNames(isFirst && depth > 1 && at > 0 && matrixCss.group)}>
      {depth === 0 ? (
        <th scope="row">{name}</th>
      ) : (
        row.optionValues.map((value, index) => (
          <th key={index} scope={index === depth - 1 ? "row" : undefined}>
            {index === 0 && depth > 1 && !isFirst ? (
              <span className={utilityCss.visuallyHidden}>{value}</span>
            ) : (
              value
            )}
          </th>
        ))
      )}
      {columns.map((column) => (
        <td key={column}>
          <NumberCell
            form={form}
            name={`rows.${at}.${column}`}
            label={texts.cell(name, texts[column])}
            isReadOnly={isReadOnly}
            isMoney={column !== "weight"}
          />
        </td>
      ))}
      <td className={matrixCss.end}>
        {sku === null ? (
          <NumberCell
            form={form}
            name={`rows.${at}.stock`}
            label={texts.cell(name, texts.firstStock)}
            isReadOnly={isReadOnly}
            isMoney={false}
          />
        ) : (
          <StockCell sku={sku} name={name} onAdjust={onAdjust} />
        )}
      </td>
      <td>{sku !== null && <StockBar sku={sku} most={most} />}</td>
      <td className={matrixCss.centre}>
        <SwitchCell
          form={form}
          name={`rows.${at}.isOn`}
          label={texts.cell(name, texts.isOn)}
          isReadOnly={isReadOnly}
        />
      </td>
    </tr>
  );
}

const StockCell = ({
  sku,
  name,
  onAdjust,
}: {
  sku: MallSkuRow;
  name: string;
  onAdjust: MatrixRowProps["onAdjust"];
}) =>
  onAdjust === null ? (
    <span className={utilityCss.number}>{sku.onHand}</span>
  ) : (
    <button
      type="button"
      className={matrixCss.stock}
      aria-label={texts.adjust(name, sku.onHand)}
      onClick={() => onAdjust(sku)}
    >
      {sku.onHand}
    </button>
  );

/** Units that can be ordered and those that open orders hold, as figures and bars of one scale. */
function StockBar({ sku: { onHand, reserved, isOn }, most }: { sku: MallSkuRow; most: number }) {
  const free = onHand - reserved;
  return (
    <div className={matrixCss.free} title={texts.shares(free, reserved)}>
      <span>
        <b className={utilityCss.number}>{free}</b>
        <span className={`${utilityCss.number} ${utilityCss.muted}`}> / {reserved}</span>
        {free <= 0 && <Badge tone="warn">{soldOut}</Badge>}
        {free > 0 && free <= LOW_STOCK && isOn && <Badge tone="warn">{lowMark}</Badge>}
      </span>
      <svg className={matrixCss.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className={matrixCss.track} width="100" height="4" />
        <rect className={matrixCss.freeShare} width={(100 * free) / most} height="4" />
        <rect
          className={matrixCss.heldShare}
          x={(100 * free) / most}
          width={(100 * reserved) / most}
          height="4"
        />
      </svg>
    </div>
  );
}

type CellProps<N> = {
  form: ConsoleForm<ProductFormValues>;
  name: N;
  label: string;
  isReadOnly: boolean;
};
type NumberName = `rows.${number}.${(typeof columns)[number] | "stock"}`;

/** Number of the matrix; Enter and the arrows up and down go to the same column of the next row. */
function NumberCell({
  form: { form },
  name,
  label,
  isReadOnly,
  isMoney,
}: CellProps<NumberName> & { isMoney: boolean }) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control: form.control, name });
  // Text while it is typed; else the value in its usual form.
  const [typed, setTyped] = useState<string | null>(null);
  const fault = fieldState.error?.message;
  return (
    <>
      <input
        ref={ref}
        name={name}
        className={classNames(matrixCss.number, fault !== undefined && matrixCss.invalid)}
        inputMode="decimal"
        aria-label={label}
        aria-invalid={fault !== undefined}
        disabled={isReadOnly}
        value={typed ?? numberText(value, isMoney)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(numberOf(event.target.value));
        }}
        onBlur={() => {
          onBlur();
          setTyped(null);
        }}
        onKeyDown={(event) => {
          const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
          if (step === undefined || event.nativeEvent.isComposing) return;
          event.preventDefault();
          neighbourOf(event.currentTarget, name, step)?.focus();
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {fault !== undefined && <span className={matrixCss.fault}>{fault}</span>}
    </>
  );
}
const numberText = (value: unknown, isMoney: boolean): string => {
  if (typeof value !== "number" || Number.isNaN(value)) return "";
  return isMoney ? value.toFixed(2) : String(value);
};
const numberOf = (text: string): number | null => {
  const value = Number(text.trim().replaceAll(",", ""));
  return text.trim() === "" ? null : value;
};
/** Input of the same column some rows away. */
function neighbourOf(input: HTMLInputElement, name: string, step: number): HTMLInputElement | null {
  const wanted = name.replace(/\d+/, (at) => String(Number(at) + step));
  return input.closest("table")?.querySelector<HTMLInputElement>(`input[name="${wanted}"]`) ?? null;
}

const SwitchCell = ({ form: { form }, name, label, isReadOnly }: CellProps<`rows.${number}.isOn`>) => {
  const {
    field: { value, onChange },
  } = useController({ control: form.control, name });
  return (
    <input
      type="checkbox"
      role="switch"
      aria-checked={value}
      className={matrixCss.toggle}
      aria-label={label}
      disabled={isReadOnly}
      checked={value}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
};
