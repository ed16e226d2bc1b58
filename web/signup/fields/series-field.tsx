import { useController, type Control } from "react-hook-form";
import type { Series } from "#contract/activity/activity.ts";
import { FieldHint } from "../../ui/form/field.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { ChoiceGroup } from "../../ui/form/choice-group.tsx";
import type { FormValues } from "../register/form-values.ts";
import { signUpMessages } from "../messages.ts";
import * as signUpCss from "../register/sign-up.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Choice of a car series: side views in a row. */
export function SignUpSeriesField({
  control,
  series,
  own,
}: {
  control: Control<FormValues>;
  series: readonly Series[];
  /** Series of the person's own cars. */
  own: readonly string[];
}) {
  const { field, fieldState } = useController({ control, name: "seriesCode" });
  const error = fieldState.error?.message;
  return (
    <>
      <ChoiceGroup
        name="seriesCode"
        label={signUpMessages.series}
        className={signUpCss.pictureChoice}
        value={field.value}
        onChoose={field.onChange}
        errorId={error === undefined ? undefined : "seriesCode-hint"}
        focusRef={field.ref}
        choices={series.map(({ seriesCode, seriesName, imageUrl }) => ({
          value: seriesCode,
          content: (
            <>
              <ResponsivePicture url={imageUrl} width={112} height={42} isEager />
              <b className={textCss.small}>{seriesName}</b>
              {own.includes(seriesCode) && <small className={textCss.caption}>{signUpMessages.ownCar}</small>}
            </>
          ),
        }))}
      />
      <FieldHint id="seriesCode-hint" error={error} />
    </>
  );
}
