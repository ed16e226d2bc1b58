import { useState } from "react";
import { productLimits } from "#contract/console/mall/product-fields.ts";
import type { ProductChoices } from "#contract/console/mall/product-edit.ts";
import type { MallSkuRow } from "#contract/console/mall/products.ts";
import { countCharacters } from "#contract/core/characters.ts";
import { ConsoleField } from "../../kit/form/console-field.tsx";
import { FieldPair } from "../../kit/form/form-frame.tsx";
import { PicturesInput } from "../../kit/form/pictures-input.tsx";
import { RichInput } from "../../kit/form/rich-input.tsx";
import { MultiSelectInput, SelectInput } from "../../kit/form/select-input.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import type { ConsoleForm } from "../../kit/form/use-console-form.ts";
import { Panel } from "../../kit/layout/page-layout.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { uploadProductPicture } from "./api.ts";
import type { ProductFormValues } from "./form-values.ts";
import { MatrixPanel } from "./matrix-panel.tsx";
import { productPageMessages } from "./messages.ts";

const { detail: texts } = productPageMessages;

type PartProps = {
  of: ConsoleForm<ProductFormValues>;
  choices: ProductChoices;
  isReadOnly: boolean;
};
type ProductFormProps = PartProps & {
  skus: readonly MallSkuRow[];
  openOrders: number;
  onAdjust: ((sku: MallSkuRow) => void) | null;
};

/** Form of a product: what it is, its matrix, its page. */
export const ProductForm = ({
  of: form,
  choices,
  isReadOnly,
  skus,
  openOrders,
  onAdjust,
}: ProductFormProps) => (
  <>
    <BasicsPanel of={form} choices={choices} isReadOnly={isReadOnly} />
    <MatrixPanel of={form} {...{ isReadOnly, skus, openOrders, onAdjust }} />
    <PagePanel of={form} choices={choices} isReadOnly={isReadOnly} />
  </>
);

const BasicsPanel = ({ of: form, choices, isReadOnly }: PartProps) => (
  <Panel title={texts.basics}>
    <div className={utilityCss.stack}>
      <FieldPair>
        <ConsoleField of={form} name="title">
          {(field) => (
            <TextInput
              label={texts.name}
              isRequired
              aside={`${countCharacters(field.value)} / ${productLimits.title}`}
              {...field}
            />
          )}
        </ConsoleField>
        <ConsoleField of={form} name="categoryId">
          {(field) => (
            <SelectInput
              label={texts.category}
              isRequired
              isDisabled={isReadOnly}
              options={choices.categories.map(({ categoryId: value, name: label }) => ({ value, label }))}
              {...field}
            />
          )}
        </ConsoleField>
      </FieldPair>
      <ConsoleField of={form} name="subtitle">
        {(field) => (
          <TextInput
            label={texts.subtitle}
            aside={`${countCharacters(field.value)} / ${productLimits.subtitle}`}
            {...field}
          />
        )}
      </ConsoleField>
      <ConsoleField of={form} name="images">
        {({ value, onChange, error }) => (
          <PicturesInput
            label={texts.pictures}
            isRequired
            aside={texts.picturesHint}
            most={productLimits.images}
            upload={uploadProductPicture}
            isDisabled={isReadOnly}
            value={value}
            error={error}
            onChange={(urls) => onChange([...urls])}
          />
        )}
      </ConsoleField>
    </div>
  </Panel>
);

const splitWords = (text: string): string[] =>
  text
    .split(/[、,，]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
type WordsInputProps = {
  label: string;
  value: readonly string[];
  error: string | null;
  onChange: (words: string[]) => void;
  onBlur: () => void;
};
/** Words in one line; what is typed stays as it is until the field is left. */
function WordsInput({ label, value, error, onChange, onBlur }: WordsInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      hint={texts.commaHint}
      error={error}
      value={typed ?? value.join("、")}
      onChange={(text) => {
        setTyped(text);
        onChange(splitWords(text));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
    />
  );
}

const PagePanel = ({ of: form, choices, isReadOnly }: PartProps) => (
  <Panel title={texts.content}>
    <div className={utilityCss.stack}>
      <FieldPair>
        {(["tags", "services"] as const).map((name) => (
          <ConsoleField key={name} of={form} name={name}>
            {({ inputRef: _ref, ...field }) => <WordsInput label={texts[name]} {...field} />}
          </ConsoleField>
        ))}
      </FieldPair>
      <ConsoleField of={form} name="seriesCodes">
        {({ value, onChange, error }) => (
          <MultiSelectInput
            label={texts.series}
            placeholder={texts.allSeries}
            isDisabled={isReadOnly}
            options={choices.series.map(({ seriesCode, name }) => ({ value: seriesCode, label: name }))}
            value={value}
            error={error}
            onChange={(codes) => onChange([...codes])}
          />
        )}
      </ConsoleField>
      <ConsoleField of={form} name="content">
        {(field) => <RichInput label={texts.content} isDisabled={isReadOnly} {...field} />}
      </ConsoleField>
    </div>
  </Panel>
);
