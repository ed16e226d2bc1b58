import { useWatch } from "react-hook-form";
import type { ProductChoices } from "#contract/console/mall/product-edit.ts";
import { ConsoleField } from "../../kit/form/console-field.tsx";
import { DateTimeInput } from "../../kit/form/date-time-input.tsx";
import { MultiSelectInput, SelectInput } from "../../kit/form/select-input.tsx";
import { SwitchInput } from "../../kit/form/switch-input.tsx";
import { NumberInput } from "../../kit/form/text-input.tsx";
import type { ConsoleForm } from "../../kit/form/use-console-form.ts";
import { Panel } from "../../kit/layout/page-layout.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanText } from "../money.ts";
import type { ProductFormValues } from "./form-values.ts";
import { productPageMessages } from "./messages.ts";

const { rules: texts } = productPageMessages;
type RulesPanelProps = {
  of: ConsoleForm<ProductFormValues>;
  choices: ProductChoices;
  isReadOnly: boolean;
};

const pickupOptions = [
  { value: "none", label: texts.pickupNone },
  { value: "all", label: texts.pickupAll },
  { value: "some", label: texts.pickupSome },
] as const;
const pickupOf = (dealers: readonly string[] | null): "none" | "all" | "some" => {
  if (dealers === null) return "none";
  return dealers.length === 0 ? "all" : "some";
};

/** 销售规则: who may buy how much from when, freight, returns and pick-up. */
export const RulesPanel = ({ of: form, choices, isReadOnly }: RulesPanelProps) => (
  <Panel title={texts.title}>
    <fieldset disabled={isReadOnly} className={utilityCss.stack}>
      <ConsoleField of={form} name="buyMost">
        {(field) => (
          <NumberInput label={texts.buyMost} unit={texts.buyMostUnit} hint={texts.buyMostHint} {...field} />
        )}
      </ConsoleField>
      <ConsoleField of={form} name="saleFrom">
        {(field) => (
          <DateTimeInput
            label={texts.saleFrom}
            hint={texts.saleFromHint}
            isDisabled={isReadOnly}
            {...field}
          />
        )}
      </ConsoleField>
      <ConsoleField of={form} name="freightId">
        {(field) => (
          <SelectInput
            label={texts.freight}
            isRequired
            isDisabled={isReadOnly}
            options={choices.freights.map(({ freightId: value, name, freeFromFen }) => ({
              value,
              label: freeFromFen === null ? name : texts.freeFrom(name, yuanText(freeFromFen)),
            }))}
            {...field}
          />
        )}
      </ConsoleField>
      <ConsoleField of={form} name="noReturn">
        {(field) => (
          <SwitchInput label={texts.noReturn} hint={texts.noReturnHint} isDisabled={isReadOnly} {...field} />
        )}
      </ConsoleField>
      <ReturnDays of={form} />
      <PickupFields of={form} choices={choices} isReadOnly={isReadOnly} />
    </fieldset>
  </Panel>
);

function ReturnDays({ of: form }: Pick<RulesPanelProps, "of">) {
  const isFinal = useWatch({ control: form.form.control, name: "noReturn" });
  if (isFinal) return null;
  return (
    <ConsoleField of={form} name="returnDays">
      {(field) => <NumberInput label={texts.returnDays} unit={texts.days} isRequired {...field} />}
    </ConsoleField>
  );
}

const PickupFields = ({ of: form, choices, isReadOnly }: RulesPanelProps) => (
  <ConsoleField of={form} name="pickupDealers">
    {({ value, onChange, onBlur, error }) => (
      <>
        <SelectInput
          label={texts.pickup}
          isDisabled={isReadOnly}
          options={pickupOptions}
          value={pickupOf(value)}
          onBlur={onBlur}
          onChange={(chosen) => {
            const first = choices.dealers[0]?.dealerId;
            if (chosen === "some") onChange(first === undefined ? [] : [first]);
            else onChange(chosen === "all" ? [] : null);
          }}
        />
        {pickupOf(value) === "some" && (
          <MultiSelectInput
            label={texts.pickupDealers}
            isDisabled={isReadOnly}
            options={choices.dealers.map(({ dealerId, name }) => ({ value: dealerId, label: name }))}
            value={value ?? []}
            error={error}
            onChange={(ids) => onChange([...ids])}
          />
        )}
      </>
    )}
  </ConsoleField>
);
