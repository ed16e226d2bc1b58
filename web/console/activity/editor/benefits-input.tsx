import { TextInput } from "../../kit/form/text-input.tsx";
import { FieldPair } from "../../kit/form/form-frame.tsx";
import { consoleActivityTexts as texts } from "../messages.ts";
import { ItemList } from "./item-list.tsx";
import type { DraftEditor } from "./use-draft.ts";

/** Benefits that the page names; coupons are kept elsewhere. */
export const BenefitsInput = ({ editor: { values, change, draft } }: { editor: DraftEditor }) => (
  <ItemList
    legend={texts.steps.benefits}
    hint={texts.benefitsHint}
    items={values.benefits}
    create={() => ({ benefitId: `${values.activityId}-${values.benefits.length + 1}`, name: "", value: "" })}
    addLabel={texts.addBenefit}
    onChange={(benefits) => change("benefits", benefits)}
  >
    {(item, set, at) => (
      <FieldPair>
        <TextInput
          label={texts.benefitName}
          value={item.name}
          error={draft.faults[`benefits.${at}.name`]}
          onChange={(name) => set({ name })}
        />
        <TextInput
          label={texts.benefitValue}
          value={item.value}
          error={draft.faults[`benefits.${at}.value`]}
          onChange={(value) => set({ value })}
        />
      </FieldPair>
    )}
  </ItemList>
);
