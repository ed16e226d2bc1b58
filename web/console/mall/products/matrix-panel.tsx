import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { productLimits, type ProductOption } from "#contract/console/mall/product-fields.ts";
import type { MallSkuRow } from "#contract/console/mall/products.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { NumberInput } from "../../kit/form/text-input.tsx";
import type { ConsoleForm } from "../../kit/form/use-console-form.ts";
import { Panel } from "../../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { combinationsOf, rowsFor, type ProductFormValues, type SkuFormRow } from "./form-values.ts";
import * as matrixCss from "./matrix.module.css";
import { productPageMessages } from "./messages.ts";
import { OptionEditor } from "./option-editor.tsx";
import { SkuMatrix } from "./sku-matrix.tsx";

const { detail, matrix: texts } = productPageMessages;

type MatrixPanelProps = {
  of: ConsoleForm<ProductFormValues>;
  isReadOnly: boolean;
  skus: readonly MallSkuRow[];
  openOrders: number;
  onAdjust: ((sku: MallSkuRow) => void) | null;
};

/** 规格与库存: options, and the matrix that follows from them. */
export function MatrixPanel({ of: form, isReadOnly, skus, openOrders, onAdjust }: MatrixPanelProps) {
  const { control, setValue } = form.form;
  const { field, fieldState } = useController({ control, name: "options" });
  const rows = useWatch({ control, name: "rows" });
  const [isTooLarge, setTooLarge] = useState(false);
  const [isFilling, setFilling] = useState(false);
  const changeOptions = (options: ProductOption[]): void => {
    // An option counts once it has a value: until then the matrix stays.
    const counted = options.filter(({ values }) => values.length > 0);
    const count = counted.reduce((sum, { values }) => sum * values.length, 1);
    setTooLarge(count > productLimits.skus);
    if (count > productLimits.skus) return;
    field.onChange(options);
    setValue("rows", rowsFor(counted, form.form.getValues("rows")), { shouldDirty: true });
  };
  const options = field.value.filter(({ values }) => values.length > 0);
  const fault = firstMessage(fieldState.error);
  return (
    <Panel
      title={detail.matrix}
      hint={detail.matrixCount(
        options.map(({ values }) => values.length),
        combinationsOf(options).length,
      )}
      isFlush
      actions={
        !isReadOnly && (
          <ConsoleButton isSmall onClick={() => setFilling(true)}>
            {texts.fill}
          </ConsoleButton>
        )
      }
    >
      {(field.value.length > 0 || !isReadOnly) && (
        <OptionEditor options={field.value} isReadOnly={isReadOnly} onChange={changeOptions} />
      )}
      {isTooLarge && <NoteBar tone="error">{texts.tooMany(productLimits.skus)}</NoteBar>}
      {fault !== undefined && <NoteBar tone="error">{fault}</NoteBar>}
      <SkuMatrix of={form} {...{ options, rows, skus, isReadOnly, onAdjust }} />
      <div className={matrixCss.foot}>
        <span>{texts.foot(openOrders)}</span>
        <span className={matrixCss.legend}>
          <span>{texts.freeLegend}</span>
          <span>{texts.reservedLegend}</span>
        </span>
      </div>
      {isFilling && (
        <FillDialog
          hasNew={rows.some(({ skuId }) => skuId === null)}
          onFill={(values) =>
            setValue(
              "rows",
              form.form.getValues("rows").map((row) => filled(row, values)),
              { shouldDirty: true, shouldValidate: true },
            )
          }
          onClose={() => setFilling(false)}
        />
      )}
    </Panel>
  );
}

/** First message of a field's faults, also of its parts. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  for (const part of Object.values(error)) {
    const found = firstMessage(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Filling = Partial<Record<"price" | "list" | "owner" | "weight" | "stock", number | null>>;
function filled(row: SkuFormRow, { stock, ...values }: Filling): SkuFormRow {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return { ...row, ...given, ...(row.skuId === null && typeof stock === "number" && { stock }) };
}

type FillDialogProps = { hasNew: boolean; onFill: (values: Filling) => void; onClose: () => void };
/** Writes one value into a column of all rows. */
function FillDialog({ hasNew, onFill, onClose }: FillDialogProps) {
  const [values, setValues] = useState<Filling>({});
  const columns = ["price", "list", "owner", "weight", ...(hasNew ? (["stock"] as const) : [])] as const;
  return (
    <ConfirmDialog
      isOpen
      title={texts.fillTitle}
      text={texts.fillText}
      confirm={texts.fillDo}
      isDisabled={Object.values(values).every((value) => value === null)}
      onConfirm={() => {
        onFill(values);
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      {columns.map((name) => (
        <NumberInput
          key={name}
          label={name === "stock" ? texts.firstStock : texts[name]}
          value={values[name] ?? null}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
    </ConfirmDialog>
  );
}
