import { MultiSelectInput } from "../../kit/form/select-input.tsx";
import { activityFieldLabels as labels } from "#contract/console/activity/labels.ts";
import { useEditorChoices } from "./cover-input.tsx";
import type { DraftEditor } from "./use-draft.ts";

/** Series that an activity is about. */
export function SeriesInput({ editor: { values, change, draft } }: { editor: DraftEditor }) {
  const { data } = useEditorChoices();
  const options = (data?.series ?? []).map(({ seriesCode, seriesName }) => ({
    value: seriesCode,
    label: seriesName,
  }));
  return (
    <MultiSelectInput
      label={labels.seriesCodes}
      options={options}
      value={values.seriesCodes}
      error={draft.faults["seriesCodes"]}
      onChange={(codes) => change("seriesCodes", [...codes])}
    />
  );
}
