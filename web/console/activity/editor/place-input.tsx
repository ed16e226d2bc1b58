import { useState } from "react";
import { activityFieldLabels as labels } from "#contract/console/activity/labels.ts";
import { ComboInput } from "../../kit/form/combo-input.tsx";
import { FieldPair } from "../../kit/form/form-frame.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { useCities } from "../../shell/index.ts";
import { consoleActivityTexts as texts } from "../messages.ts";
import { CityMap } from "./city-map.tsx";
import { pastedPoint, pointInWgs84, type PastedSystem } from "./pasted-point.ts";
import type { DraftEditor } from "./use-draft.ts";

const systems = Object.entries(texts.place.systems).map(([value, label]) => ({
  value: value as PastedSystem,
  label,
}));

/** Place of an activity: city, address and a point, which is pasted, pressed in the city's outline, or a dealer's. */
export function PlaceInput({ editor }: { editor: DraftEditor }) {
  const { values, change, changeAll, draft } = editor;
  const { faults } = draft;
  const { options, nameOf, cities } = useCities();
  const chooseCity = (cityCode: string): void => {
    const city = cities.find(({ code }) => code === cityCode);
    if (city === undefined) return;
    const { longitude, latitude } = city;
    changeAll({ cityCode, provinceCode: `${cityCode.slice(0, 2)}0000`, longitude, latitude });
  };
  return (
    <>
      <FieldPair>
        <ComboInput
          label={labels.cityCode}
          isRequired
          options={options}
          chosenLabel={nameOf(values.cityCode)}
          value={values.cityCode}
          error={faults["cityCode"] ?? faults["provinceCode"]}
          onChange={chooseCity}
        />
        <TextInput
          label={labels.address}
          isRequired
          value={values.address}
          error={faults["address"]}
          onChange={(address) => change("address", address)}
        />
      </FieldPair>
      <div className={utilityCss.stack}>
        <PointInput editor={editor} />
        <CityMap
          cityCode={values.cityCode}
          point={[values.longitude, values.latitude]}
          onChange={([longitude, latitude]) => changeAll({ longitude, latitude })}
        />
      </div>
    </>
  );
}

/** Point of the place as text: pasted from a map in its coordinates, kept in WGS-84. */
function PointInput({ editor: { values, changeAll, draft } }: { editor: DraftEditor }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [system, setSystem] = useState<PastedSystem>("GCJ02");
  const stored = `${values.longitude}, ${values.latitude}`;
  const take = async (text: string, from: PastedSystem): Promise<void> => {
    const point = pastedPoint(text);
    if (point === null) return;
    const [longitude, latitude] = await pointInWgs84(point, from);
    changeAll({ longitude, latitude });
  };
  const isWrong = typed !== null && pastedPoint(typed) === null;
  return (
    <FieldPair>
      <TextInput
        label={texts.place.point}
        hint={texts.place.pointHint}
        placeholder="121.4737, 31.2304"
        spellCheck={false}
        value={typed ?? stored}
        error={isWrong ? texts.place.noPoint : (draft.faults["longitude"] ?? draft.faults["latitude"])}
        onChange={(text) => {
          setTyped(text);
          void take(text, system);
        }}
        onBlur={() => isWrong || setTyped(null)}
      />
      <SelectInput
        label={texts.place.system}
        options={systems}
        value={system}
        onChange={(chosen) => {
          if (chosen === "") return;
          setSystem(chosen);
          if (typed !== null) void take(typed, chosen);
        }}
      />
    </FieldPair>
  );
}
