import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import {
  bannerFieldLabels as labels,
  bannerFields,
  bannerPositions,
  type BannerFields,
} from "#contract/console/content/banners.ts";
import { ComboInput } from "../kit/form/combo-input.tsx";
import { ConsoleField } from "../kit/form/console-field.tsx";
import { DateTimeInput } from "../kit/form/date-time-input.tsx";
import { FieldPair, FieldStack, FormFrame } from "../kit/form/form-frame.tsx";
import { PictureUploadInput } from "../kit/form/picture-input.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { TextAreaInput, TextInput } from "../kit/form/text-input.tsx";
import { useConsoleForm, type ConsoleForm } from "../kit/form/use-console-form.ts";
import { Panel, WithAside } from "../kit/layout/page-layout.tsx";
import { uploadPictureFile, useCities, useFormDraft } from "../shell/index.ts";
import { bannerTexts } from "./messages.ts";
import { TargetInput } from "./target-input.tsx";
import { TonePreviews } from "./tone-previews.tsx";

const { form: texts } = bannerTexts;
/** Texts of a form: what is not set is "". */
type FormValues = Omit<BannerFields, "cityCode" | "fromTime" | "toTime"> & {
  cityCode: string;
  fromTime: string;
  toTime: string;
};
const toForm = (fields: BannerFields): FormValues => ({
  position: fields.position,
  cityCode: fields.cityCode ?? "",
  imageUrl: fields.imageUrl,
  link: fields.link,
  title: fields.title,
  subtitle: fields.subtitle,
  action: fields.action,
  tone: fields.tone,
  fromTime: fields.fromTime ?? "",
  toTime: fields.toTime ?? "",
});
const toFields = (values: FormValues): BannerFields =>
  bannerFields.parse({
    ...values,
    cityCode: values.cityCode === "" ? null : values.cityCode,
    fromTime: values.fromTime === "" ? null : values.fromTime,
    toTime: values.toTime === "" ? null : values.toTime,
  });
const positions = Object.entries(bannerPositions).map(([value, label]) => ({
  value: value as BannerFields["position"],
  label,
}));
/** Sizes of the pictures' previews, as the site crops them. */
const previews = { index: { width: 360, height: 184 }, mall: { width: 360, height: 168 } } as const;

type BannerFormProps = {
  /** Name of the kept draft. */
  name: string;
  values: BannerFields;
  isReadOnly: boolean;
  submit: string;
  /** @throws Refusal */
  onSave: (fields: BannerFields) => Promise<void>;
  /** Below the previews. */
  aside?: ReactNode;
};

/** Fields of a banner beside both tones as visitors see them. */
export function BannerForm({ name, values, isReadOnly, submit, onSave, aside }: BannerFormProps) {
  const form = useConsoleForm<FormValues>({
    values: toForm(values),
    draft: useFormDraft(name),
    onSave: (typed) => onSave(toFields(typed)),
  });
  return (
    <FormFrame of={form} label={texts.label} submit={submit} isReadOnly={isReadOnly}>
      <WithAside
        aside={
          <>
            <Previews of={form} />
            {aside}
          </>
        }
      >
        <Panel>
          <FieldStack>
            <PlaceFields of={form} />
            <PictureField of={form} />
            <ConsoleField of={form} name="title">
              {(field) => (
                <TextAreaInput label={labels.title} hint={texts.titleHint} rows={2} isRequired {...field} />
              )}
            </ConsoleField>
            <FieldPair>
              <ConsoleField of={form} name="subtitle">
                {(field) => <TextInput label={labels.subtitle} {...field} />}
              </ConsoleField>
              <ConsoleField of={form} name="action">
                {(field) => <TextInput label={labels.action} hint={texts.actionHint} {...field} />}
              </ConsoleField>
            </FieldPair>
            <ConsoleField of={form} name="link">
              {(field) => <TargetInput {...field} />}
            </ConsoleField>
            <FieldPair>
              <ConsoleField of={form} name="fromTime">
                {(field) => <DateTimeInput label={labels.fromTime} hint={texts.fromHint} {...field} />}
              </ConsoleField>
              <ConsoleField of={form} name="toTime">
                {(field) => <DateTimeInput label={labels.toTime} hint={texts.toHint} {...field} />}
              </ConsoleField>
            </FieldPair>
          </FieldStack>
        </Panel>
      </WithAside>
    </FormFrame>
  );
}

type PartProps = { of: ConsoleForm<FormValues> };

function PlaceFields({ of: form }: PartProps) {
  const { options, nameOf } = useCities();
  return (
    <FieldPair>
      <ConsoleField of={form} name="position">
        {({ onChange, ...field }) => (
          <SelectInput
            label={labels.position}
            isRequired
            options={positions}
            {...field}
            onChange={(chosen) => onChange(chosen === "" ? "index" : chosen)}
          />
        )}
      </ConsoleField>
      <ConsoleField of={form} name="cityCode">
        {(field) => (
          <ComboInput
            label={labels.cityCode}
            hint={texts.cityHint}
            placeholder={bannerTexts.allCities}
            options={options}
            chosenLabel={nameOf(field.value)}
            {...field}
          />
        )}
      </ConsoleField>
    </FieldPair>
  );
}

function PictureField({ of: form }: PartProps) {
  const position = useWatch({ control: form.form.control as Control<FormValues>, name: "position" });
  return (
    <ConsoleField of={form} name="imageUrl">
      {(field) => (
        <PictureUploadInput
          label={labels.imageUrl}
          isRequired
          hint={position === "mall" ? texts.imageHintMall : texts.imageHint}
          preview={previews[position]}
          send={uploadPictureFile}
          {...field}
        />
      )}
    </ConsoleField>
  );
}

/** Both tones; the chosen one is the field's value. */
function Previews({ of: form }: PartProps) {
  const values = useWatch({ control: form.form.control as Control<FormValues> }) as FormValues;
  return (
    <ConsoleField of={form} name="tone">
      {({ value, onChange }) => (
        <Panel title={texts.previewTitle} hint={texts.previewHint}>
          <TonePreviews banner={values} value={value} onChange={onChange} />
        </Panel>
      )}
    </ConsoleField>
  );
}
