import type { MallProductDetail } from "#contract/console/mall/products.ts";
import { Refusal } from "#contract/core/errors.ts";
import { FieldPair, FieldStack, FormFrame } from "../../kit/form/form-frame.tsx";
import { ConsoleField } from "../../kit/form/console-field.tsx";
import { SwitchInput } from "../../kit/form/switch-input.tsx";
import { NumberInput, TextInput } from "../../kit/form/text-input.tsx";
import { useConsoleForm } from "../../kit/form/use-console-form.ts";
import { saveProductChanges } from "./api.ts";
import { productPageMessages } from "./messages.ts";

const { detail: texts } = productPageMessages;
type FormValues = {
  title: string;
  subtitle: string;
  skus: { skuId: string; price: number | null; owner: number | null; isOn: boolean }[];
};
/** Fen of an amount in yuan. @throws Refusal for more than two decimals or nothing */
function fenOf(yuan: number | null, field: string): number {
  const fen = yuan === null ? Number.NaN : Math.round(yuan * 100);
  if (!Number.isSafeInteger(fen) || fen < 0 || Math.abs(fen / 100 - (yuan ?? 0)) > 1e-9)
    throw new Refusal("invalid", { fields: { [field]: texts.priceFault } });
  return fen;
}

type ProductFormProps = { product: MallProductDetail; isReadOnly: boolean; onSaved: () => Promise<void> };
/** Texts and prices of a product. */
export function ProductForm({ product, isReadOnly, onSaved }: ProductFormProps) {
  const { productId, title, subtitle, skus, revision: basedOn } = product;
  const form = useConsoleForm<FormValues>({
    values: {
      title,
      subtitle,
      skus: skus.map(({ skuId, priceFen, ownerFen, isOn }) => ({
        skuId,
        price: priceFen / 100,
        owner: ownerFen === null ? null : ownerFen / 100,
        isOn,
      })),
    },
    onSave: async (values) => {
      await saveProductChanges({
        productId,
        basedOn,
        title: values.title,
        subtitle: values.subtitle,
        skus: values.skus.map(({ skuId, price, owner, isOn }, at) => ({
          skuId,
          priceFen: fenOf(price, `skus.${at}.price`),
          ownerFen: owner === null ? null : fenOf(owner, `skus.${at}.owner`),
          isOn,
        })),
      });
      await onSaved();
    },
  });
  return (
    <FormFrame of={form} label={texts.texts} isReadOnly={isReadOnly}>
      <FieldStack>
        <ConsoleField of={form} name="title">
          {(field) => <TextInput label={texts.name} isRequired {...field} />}
        </ConsoleField>
        <ConsoleField of={form} name="subtitle">
          {(field) => <TextInput label={texts.subtitle} {...field} />}
        </ConsoleField>
        {skus.map(({ skuId, optionValues }, at) => {
          const name = optionValues.length === 0 ? texts.none : optionValues.join(" · ");
          return (
            <FieldPair key={skuId}>
              <ConsoleField of={form} name={`skus.${at}.price`}>
                {(field) => (
                  <NumberInput label={`${name} ${texts.price}`} unit={texts.yuan} isRequired {...field} />
                )}
              </ConsoleField>
              <ConsoleField of={form} name={`skus.${at}.owner`}>
                {(field) => <NumberInput label={`${name} ${texts.owner}`} unit={texts.yuan} {...field} />}
              </ConsoleField>
              <ConsoleField of={form} name={`skus.${at}.isOn`}>
                {(field) => <SwitchInput label={`${name} ${texts.isOn}`} {...field} />}
              </ConsoleField>
            </FieldPair>
          );
        })}
      </FieldStack>
    </FormFrame>
  );
}
