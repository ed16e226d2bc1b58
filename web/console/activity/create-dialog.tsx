import { useState } from "react";
import { useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import type { createActivity } from "#contract/console/activity/activities.ts";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { ComboInput } from "../kit/form/combo-input.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useCities } from "../shell/index.ts";
import { addActivity, activityKeys } from "./api.ts";
import { SponsorInput } from "./sponsor-input.tsx";
import { consoleActivityTexts as texts } from "./messages.ts";

const { createDialog: words } = texts;
type NewActivity = OperatorArgs<typeof createActivity>;
const optionsOf = <V extends string>(names: Readonly<Record<V, string>>) =>
  (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }));

const first: NewActivity = {
  title: "",
  activityType: "localoffline",
  pageType: "signup",
  businessType: 1,
  sponsorLevel1: "107001",
  sponsorLevel2: null,
  cityCode: "310100",
};

/** Starts a draft: title, and what cannot change later. */
export function CreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { options: cityOptions, nameOf } = useCities();
  const [values, setValues] = useState<NewActivity>(first);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const change = (changed: Partial<NewActivity>): void => setValues({ ...values, ...changed });
  const create = async (): Promise<"left"> => {
    try {
      const { activityId } = await addActivity(values);
      await client.invalidateQueries({ queryKey: [activityKeys.list] });
      setFaults({});
      void navigate(`/activities/${activityId}/edit`);
      return "left";
    } catch (error) {
      if (error instanceof Refusal) setFaults(error.fields);
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.title}
      text={words.fixed}
      confirm={words.confirm}
      isDisabled={values.title.trim() === ""}
      onConfirm={create}
      onClose={onClose}
    >
      <div className={utilityCss.stack}>
        <TextInput
          label={words.name}
          isRequired
          value={values.title}
          error={faults["title"]}
          onChange={(title) => change({ title })}
        />
        <SelectInput
          label={words.activityType}
          options={optionsOf(words.activityTypes)}
          value={values.activityType}
          onChange={(activityType) => activityType !== "" && change({ activityType })}
        />
        <SelectInput
          label={words.pageType}
          options={optionsOf(words.pageTypes)}
          value={values.pageType}
          onChange={(pageType) => pageType !== "" && change({ pageType })}
        />
        <SelectInput
          label={words.businessType}
          options={Object.entries(texts.businessTypes).map(([value, label]) => ({ value, label }))}
          value={String(values.businessType)}
          onChange={(value) => change({ businessType: Number(value) as NewActivity["businessType"] })}
        />
        <SponsorInput
          value={values}
          faults={faults}
          onChange={({ sponsorLevel1, sponsorLevel2 }) => change({ sponsorLevel1, sponsorLevel2 })}
        />
        <ComboInput
          label={words.city}
          isRequired
          options={cityOptions}
          chosenLabel={nameOf(values.cityCode)}
          value={values.cityCode}
          error={faults["cityCode"]}
          onChange={(cityCode) => change({ cityCode })}
        />
        <details>
          <summary>{words.more}</summary>
          <div className={utilityCss.stack}>
            {(["processKey", "nodeKey", "sec"] as const).map((name) => (
              <TextInput
                key={name}
                label={name}
                value={values[name] ?? ""}
                error={faults[name]}
                onChange={(text) => {
                  const { [name]: _before, ...rest } = values;
                  setValues(text === "" ? rest : { ...rest, [name]: text });
                }}
              />
            ))}
          </div>
        </details>
      </div>
    </ConfirmDialog>
  );
}
