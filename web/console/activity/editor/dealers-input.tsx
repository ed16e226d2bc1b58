import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DealerChoice } from "#contract/console/activity/activities.ts";
import { activityFieldLabels as labels } from "#contract/console/activity/labels.ts";
import { trialStatus } from "#contract/core/limits.ts";
import { useDebouncedValue } from "../../../ui/hooks/use-debounced-value.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { InputHint } from "../../kit/form/input-frame.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { TextInput } from "../../kit/form/text-input.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { listChoices } from "../api.ts";
import { consoleActivityTexts as texts } from "../messages.ts";
import * as editorCss from "./editor.module.css";
import type { DraftEditor } from "./use-draft.ts";

const NONE = "none";
const SHOWN = 8;

/** Dealers that take part, and the one that holds the activity; its address can be taken over. */
export function DealersInput({ editor }: { editor: DraftEditor }) {
  const { values, change, changeAll, draft } = editor;
  const { faults } = draft;
  const [text, setText] = useState("");
  const searched = useDebouncedValue(text);
  const { data } = useQuery({
    queryKey: ["dealer-choices", searched, values.dealerIds],
    queryFn: () => listChoices({ dealerText: searched, dealerIds: [...values.dealerIds] }),
    placeholderData: keepPreviousData,
  });
  const known = new Map((data?.dealers ?? []).map((dealer) => [dealer.id, dealer]));
  const chosen = values.dealerIds.flatMap((id) => known.get(id) ?? []);
  const found = (data?.dealers ?? []).filter(({ id }) => !values.dealerIds.includes(id)).slice(0, SHOWN);
  const main = values.dealerId === null ? undefined : known.get(values.dealerId);
  const takePlace = ({ address, provinceCode, cityCode, longitude, latitude }: DealerChoice): void =>
    changeAll({ address, provinceCode, cityCode, longitude, latitude });
  const remove = (id: string): void =>
    changeAll({
      dealerIds: values.dealerIds.filter((one) => one !== id),
      ...(values.dealerId === id && { dealerId: null }),
    });
  return (
    <fieldset className={utilityCss.stack}>
      <legend className={utilityCss.title}>{texts.dealers}</legend>
      <ul className={editorCss.chosen}>
        {chosen.map((dealer) => (
          <li key={dealer.id}>
            <DealerName dealer={dealer} />
            <ConsoleButton isSmall look="quiet" onClick={() => remove(dealer.id)}>
              {texts.remove}
            </ConsoleButton>
          </li>
        ))}
      </ul>
      <InputHint id="dealers-fault" error={faults["dealerIds"]} hint={null} />
      <TextInput
        label={texts.chooseDealer}
        placeholder={texts.searchDealer}
        value={text}
        onChange={setText}
      />
      {text !== "" && (
        <ul className={editorCss.chosen}>
          {found.map((dealer) => (
            <li key={dealer.id}>
              <DealerName dealer={dealer} />
              <ConsoleButton isSmall onClick={() => change("dealerIds", [...values.dealerIds, dealer.id])}>
                {texts.add}
              </ConsoleButton>
            </li>
          ))}
        </ul>
      )}
      <SelectInput
        label={labels.dealerId}
        options={[
          { value: NONE, label: texts.noMainDealer },
          ...chosen.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={values.dealerId ?? NONE}
        error={faults["dealerId"]}
        onChange={(id) => change("dealerId", id === NONE || id === "" ? null : id)}
      />
      {main !== undefined && (
        <ConsoleButton isSmall onClick={() => takePlace(main)}>
          {texts.usePlace}
        </ConsoleButton>
      )}
    </fieldset>
  );
}

const DealerName = ({ dealer: { name, code, status } }: { dealer: DealerChoice }) => (
  <span className={utilityCss.grow}>
    {name} <small className={utilityCss.muted}>{code}</small>{" "}
    {status === trialStatus && <Badge tone="warn">{texts.trial}</Badge>}
  </span>
);
