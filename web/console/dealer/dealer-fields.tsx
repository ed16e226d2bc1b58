import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { DealerFields } from "#contract/console/basics/dealers.ts";
import { Panel } from "../kit/layout/page-layout.tsx";
import { ConsoleField } from "../kit/form/console-field.tsx";
import { FieldPair, FieldStack } from "../kit/form/form-frame.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { NumberInput, TextInput } from "../kit/form/text-input.tsx";
import type { ConsoleForm } from "../kit/form/use-console-form.ts";
import { dealerKeys, loadOutline, loadPlaces } from "./api.ts";
import * as dealerCss from "./dealer.module.css";
import { dealerPageMessages } from "./messages.ts";
import { PastePoint } from "./paste-point.tsx";
import { PlaceDrawing } from "./place-drawing.tsx";

const { detail: texts, statuses } = dealerPageMessages;
/** Values of the form; a number is null while its input is empty. */
export type DealerForm = Omit<DealerFields, "longitude" | "latitude"> & {
  longitude: number | null;
  latitude: number | null;
};
type FieldsProps = { form: ConsoleForm<DealerForm> };

/** Provinces and their cities; they never change while the console is open. */
export const usePlaces = () =>
  useQuery({ queryKey: [dealerKeys.places], queryFn: loadPlaces, staleTime: Infinity });

/** Name, code, state and telephone. */
export const BasicFields = ({ form }: FieldsProps) => (
  <Panel title={texts.basics}>
    <FieldStack>
      <ConsoleField of={form} name="name">
        {(field) => <TextInput label={texts.name} hint={texts.nameHint} isRequired {...field} />}
      </ConsoleField>
      <FieldPair>
        <ConsoleField of={form} name="code">
          {(field) => <TextInput label={texts.code} hint={texts.codeHint} isRequired {...field} />}
        </ConsoleField>
        <ConsoleField of={form} name="status">
          {(field) => (
            <SelectInput
              label={texts.status}
              options={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
              {...field}
            />
          )}
        </ConsoleField>
      </FieldPair>
      <ConsoleField of={form} name="phone">
        {(field) => <TextInput label={texts.phone} type="tel" {...field} />}
      </ConsoleField>
    </FieldStack>
  </Panel>
);

/** Province and city; another province empties the city. */
function CityFields({ form }: FieldsProps) {
  const { data: places } = usePlaces();
  const provinceCode = useWatch({ control: form.form.control, name: "provinceCode" });
  const provinces = places?.provinces ?? [];
  const cities = provinces.find(({ code }) => code === provinceCode)?.cities ?? [];
  const optionsOf = (all: readonly { code: string; name: string }[]) =>
    all.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <FieldPair>
      <ConsoleField of={form} name="provinceCode">
        {({ onChange, ...field }) => (
          <SelectInput
            label={texts.province}
            isRequired
            options={optionsOf(provinces)}
            {...field}
            onChange={(code) => {
              onChange(code);
              const only = provinces.find((province) => province.code === code)?.cities;
              form.form.setValue("cityCode", only?.length === 1 ? (only[0]?.code ?? "") : "", {
                shouldDirty: true,
              });
            }}
          />
        )}
      </ConsoleField>
      <ConsoleField of={form} name="cityCode">
        {(field) => <SelectInput label={texts.city} isRequired options={optionsOf(cities)} {...field} />}
      </ConsoleField>
    </FieldPair>
  );
}

/** The city's outline with the point that stands in the form. */
export function DealerDrawing({ form }: FieldsProps) {
  const [cityCode, longitude, latitude] = useWatch({
    control: form.form.control,
    name: ["cityCode", "longitude", "latitude"],
  });
  const { data: places } = usePlaces();
  const isPlaced = cityCode !== "" && longitude !== null && latitude !== null;
  const place = { cityCode, longitude: longitude ?? 0, latitude: latitude ?? 0 };
  const { data: outline } = useQuery({
    queryKey: dealerKeys.outline(place),
    queryFn: () => loadOutline(place),
    enabled: isPlaced && Math.abs(place.longitude) <= 180 && Math.abs(place.latitude) <= 90,
    staleTime: Infinity,
  });
  if (outline === undefined) return <p className={dealerCss.noOutline}>{texts.noPlace}</p>;
  const city = places?.provinces.flatMap(({ cities }) => cities).find(({ code }) => code === cityCode);
  return (
    <PlaceDrawing
      outline={outline}
      cityName={city?.name ?? ""}
      isOtherCity={outline.cityOfPoint !== null && outline.cityOfPoint.code !== cityCode}
    />
  );
}

/** Address and coordinates. */
export function PlaceFields({ form, isReadOnly }: FieldsProps & { isReadOnly: boolean }) {
  const cityCode = useWatch({ control: form.form.control, name: "cityCode" });
  return (
    <Panel title={texts.place}>
      <FieldStack>
        <CityFields form={form} />
        <ConsoleField of={form} name="address">
          {(field) => <TextInput label={texts.address} isRequired {...field} />}
        </ConsoleField>
        <FieldPair>
          <ConsoleField of={form} name="longitude">
            {(field) => <NumberInput label={texts.longitude} isRequired {...field} />}
          </ConsoleField>
          <ConsoleField of={form} name="latitude">
            {(field) => <NumberInput label={texts.latitude} isRequired {...field} />}
          </ConsoleField>
        </FieldPair>
        {!isReadOnly && (
          <PastePoint
            cityCode={cityCode}
            onTake={({ longitude, latitude }) => {
              form.form.setValue("longitude", longitude, { shouldDirty: true });
              form.form.setValue("latitude", latitude, { shouldDirty: true });
            }}
          />
        )}
      </FieldStack>
    </Panel>
  );
}
