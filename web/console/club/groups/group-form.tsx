import { useState } from "react";
import { groupFields, type GroupFields, type ManagedGroup } from "#contract/console/club/groups.ts";
import { Refusal } from "#contract/core/errors.ts";
import { TickBox } from "../../kit/controls/tick-box.tsx";
import { ComboInput } from "../../kit/form/combo-input.tsx";
import { InputFrame } from "../../kit/form/input-frame.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { NumberInput, TextAreaInput, TextInput } from "../../kit/form/text-input.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { useCities } from "../../shell/index.ts";
import * as clubCss from "../club.module.css";
import { managedGroupMessages } from "./messages.ts";

const { form: texts, joins } = managedGroupMessages;
/** Fields as they stand in the form: no city is an empty text, the number may be empty. */
export type GroupDraft = Omit<GroupFields, "cityCode" | "places" | "seriesCodes"> & {
  cityCode: string;
  places: number | null;
  seriesCodes: readonly string[];
};
type Faults = Readonly<Record<string, string>>;

export const emptyGroup: GroupDraft = {
  name: "",
  intro: "",
  rules: "",
  cityCode: "",
  seriesCodes: [],
  places: 500,
  joinMode: "open",
};
export const draftOf = ({ group, intro, rules, cityCode }: ManagedGroup): GroupDraft => ({
  name: group.name,
  intro,
  rules,
  cityCode: cityCode ?? "",
  seriesCodes: group.seriesCodes,
  places: group.places,
  joinMode: group.joinMode,
});

const sameField = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
/**
 * Unites an own edit with that of somebody else: own changes stay, the other's are taken where there is none.
 * @returns also the fields that both have changed
 */
export function mergeDrafts(
  base: GroupDraft,
  own: GroupDraft,
  other: GroupDraft,
): { draft: GroupDraft; both: (keyof GroupDraft)[] } {
  const names = Object.keys(base) as (keyof GroupDraft)[];
  const isOwn = (name: keyof GroupDraft): boolean => !sameField(base[name], own[name]);
  const changed = Object.fromEntries(
    names.filter(isOwn).map((name) => [name, own[name]]),
  ) as Partial<GroupDraft>;
  const both = names.filter(
    (name) => isOwn(name) && !sameField(base[name], other[name]) && !sameField(own[name], other[name]),
  );
  return { draft: { ...other, ...changed }, both };
}

/** Values of the call, or the faults of the contract's schema by field. */
function groupValuesOf(draft: GroupDraft): GroupFields | Faults {
  const cityCode = draft.cityCode.trim() === "" ? null : draft.cityCode.trim();
  const parsed = groupFields.safeParse({ ...draft, cityCode });
  if (parsed.success) return parsed.data;
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
}
const isFields = (value: GroupFields | Faults): value is GroupFields => typeof value["places"] === "number";

/** Values and faults of a group's form. */
export function useGroupForm(first: GroupDraft) {
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  return {
    draft,
    faults,
    change: (changed: Partial<GroupDraft>) => setDraft({ ...draft, ...changed }),
    reset: setDraft,
    /**
     * Validates, and shows the server's faults at their fields.
     * @throws Refusal of the call, or one with the first fault
     */
    async send(run: (fields: GroupFields) => Promise<void>): Promise<void> {
      const fields = groupValuesOf(draft);
      if (!isFields(fields)) {
        setFaults(fields);
        throw new Refusal("invalid", { message: Object.values(fields)[0] ?? "" });
      }
      setFaults({});
      try {
        await run(fields);
      } catch (error) {
        if (error instanceof Refusal) setFaults(error.fields);
        throw error;
      }
    },
  };
}
type Form = ReturnType<typeof useGroupForm>;

const SeriesInput = ({ form: { draft, faults, change }, series }: GroupInputsProps) => (
  <InputFrame
    id="group-series"
    label={texts.series}
    hint={texts.seriesHint}
    error={faults["seriesCodes"]}
    isGroup
  >
    <div className={clubCss.words}>
      {series.map(({ code, name }) => (
        <label key={code} className={utilityCss.row}>
          <TickBox
            checked={draft.seriesCodes.includes(code)}
            onChange={({ target }) =>
              change({
                seriesCodes: target.checked
                  ? [...draft.seriesCodes, code]
                  : draft.seriesCodes.filter((one) => one !== code),
              })
            }
          />
          {name}
        </label>
      ))}
    </div>
  </InputFrame>
);

type GroupInputsProps = { form: Form; series: ManagedGroup["series"] };
/** Fields of a group: name, texts, city, series, places and the way to join. */
export function GroupInputs({ form, series }: GroupInputsProps) {
  const { draft, faults, change } = form;
  const { options: cities, nameOf } = useCities();
  return (
    <>
      <TextInput
        label={texts.name}
        value={draft.name}
        error={faults["name"]}
        isRequired
        onChange={(name) => change({ name })}
      />
      <TextInput
        label={texts.intro}
        value={draft.intro}
        error={faults["intro"]}
        isRequired
        onChange={(intro) => change({ intro })}
      />
      <TextAreaInput
        label={texts.rules}
        hint={texts.rulesHint}
        value={draft.rules}
        error={faults["rules"]}
        onChange={(rules) => change({ rules })}
      />
      <div className={clubCss.pair}>
        <NumberInput
          label={texts.places}
          value={draft.places}
          error={faults["places"]}
          isRequired
          unit={texts.people}
          onChange={(places) => change({ places })}
        />
        <SelectInput
          label={texts.join}
          value={draft.joinMode}
          error={faults["joinMode"]}
          options={[
            { value: "open", label: joins.open },
            { value: "approval", label: joins.approval },
          ]}
          onChange={(joinMode) => joinMode !== "" && change({ joinMode })}
        />
      </div>
      <ComboInput
        label={texts.city}
        hint={texts.cityHint}
        placeholder={texts.nationwide}
        options={cities}
        chosenLabel={nameOf(draft.cityCode)}
        value={draft.cityCode}
        error={faults["cityCode"]}
        onChange={(cityCode) => change({ cityCode })}
      />
      {series.length > 0 && <SeriesInput form={form} series={series} />}
    </>
  );
}
