import { useController, type Control } from "react-hook-form";
import type { Series } from "#contract/activity.ts";
import { Hint } from "../ui/form.tsx";
import { Picture } from "../ui/picture.tsx";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import type { FormValues } from "./form-values.ts";
import { words } from "./words.ts";

/** Which car: side views in a row. */
export function SeriesField({
  control,
  series,
  own,
}: {
  control: Control<FormValues>;
  series: readonly Series[];
  /** Of the person's own cars. */
  own: readonly string[];
}) {
  const { field, fieldState } = useController({ control, name: "seriesCode" });
  const error = fieldState.error?.message;
  return (
    <>
      <ChoiceGroup
        name="seriesCode"
        label={words.series}
        look="pick"
        value={field.value}
        onChoose={field.onChange}
        errorId={error === undefined ? undefined : "seriesCode-hint"}
        focusRef={field.ref}
        choices={series.map(({ seriesCode, seriesName, imageUrl }) => ({
          value: seriesCode,
          content: (
            <>
              <Picture url={imageUrl} width={112} height={42} isEager />
              <b className="bs">{seriesName}</b>
              {own.includes(seriesCode) && <small className="cap">{words.ownCar}</small>}
            </>
          ),
        }))}
      />
      <Hint id="seriesCode-hint" error={error} />
    </>
  );
}
