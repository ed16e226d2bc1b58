import type { Series } from "#contract/activity.ts";
import type { OwnerState } from "#contract/owner.ts";
import { ownerConsent } from "#contract/owner-consent.ts";
import { tidyVin } from "#contract/vin.ts";
import { useSoftKeyboard } from "../platform/soft-keyboard.ts";
import { Button } from "../ui/button.tsx";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import { Checkbox, Field, Hint } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { PictureField } from "../ui/picture-field.tsx";
import { usePictures } from "../ui/use-pictures.ts";
import { useOwnerForm } from "./use-owner-form.ts";
import { words } from "./words.ts";

/** Of a licence's picture as it is sent, px: its small print stays readable. */
const LONGEST_SIDE = 1280;

type OwnerFormProps = {
  series: readonly Series[];
  /** Chosen at first; "": none. */
  seriesCode: string;
  /** It was declined before. */
  isAgain: boolean;
  onSent: (state: OwnerState) => void;
  /** Gives it up; without it there is no way but the page's own. */
  onCancel?: () => void;
};

/** The application as an owner: chassis number, series, the licence's picture, consent. */
export function OwnerForm({ series, seriesCode, isAgain, onSent, onCancel }: OwnerFormProps) {
  const pictures = usePictures(1, LONGEST_SIDE);
  const { formRef, values, change, faults, outcome, isBusy, run } = useOwnerForm(
    pictures,
    seriesCode,
    onSent,
  );
  useSoftKeyboard();
  const count = Object.keys(faults).length;
  const length = tidyVin(values.vin).length;
  const text = isAgain ? words.submitAgain : words.submit;
  return (
    // By POST, so that without the script nothing that was filled in gets into an address.
    <form
      ref={formRef}
      className="ow-form"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {count > 0 && <Notice kind="err">{words.faults(count)}</Notice>}
      {outcome !== null && <Notice kind="err">{outcome}</Notice>}
      <Field
        id="owner-vin"
        label={words.vin}
        isRequired
        value={values.vin}
        onChange={(event) => change({ vin: event.target.value.toUpperCase() })}
        error={faults["vin"]}
        {...(length > 0 && { hint: words.vinHint(length) })}
        placeholder={words.vinPlaceholder}
        className="num"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={30}
      />
      <div className="fld">
        <p className="lb">
          <span>
            {words.series}
            <em aria-hidden="true">*</em>
          </span>
        </p>
        <ChoiceGroup
          name="owner-seriesCode"
          label={words.series}
          look="ow-chips"
          choices={series.map((one) => ({ value: one.seriesCode, content: <span>{one.seriesName}</span> }))}
          value={values.seriesCode}
          onChoose={(chosen) => change({ seriesCode: chosen })}
          errorId={faults["seriesCode"] === undefined ? undefined : "owner-seriesCode-hint"}
        />
        <Hint id="owner-seriesCode-hint" error={faults["seriesCode"]} />
      </div>
      <PictureField
        id="owner-pictureId"
        label={words.licence}
        isRequired
        hint={words.licenceHint}
        error={faults["pictureId"]}
        pictures={pictures}
      />
      <div>
        <Checkbox
          id="owner-consent"
          checked={values.consent}
          onChange={(event) => change({ consent: event.target.checked })}
          error={faults["consent"]}
        >
          {ownerConsent.text}
        </Checkbox>
      </div>
      <div className="bar">
        <div className="in">
          {onCancel && (
            <Button look="outline" onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
          <Button type="submit" className="f1" isBusy={isBusy} data-tap="press" suppressHydrationWarning>
            {isBusy ? words.submitting : text}
          </Button>
        </div>
      </div>
    </form>
  );
}
