import type { Series } from "#contract/activity/activity.ts";
import type { OwnerState } from "#contract/owner/owner.ts";
import { ownerConsent } from "#contract/owner/consent.ts";
import { VIN_LENGTH, normalizeVin } from "#contract/owner/vin.ts";
import { charactersAsTyped } from "#contract/core/text.ts";
import { Button } from "../ui/form/button.tsx";
import { ChoiceGroup } from "../ui/form/choice-group.tsx";
import { Checkbox, TextField, FieldHint } from "../ui/form/field.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { PictureField } from "../ui/media/picture-field.tsx";
import { usePictureUploads } from "../ui/media/use-picture-uploads.ts";
import { useOwnerForm } from "./use-owner-form.ts";
import { ownerMessages } from "./messages.ts";
import * as fieldCss from "../ui/form/field.module.css";
import * as frameCss from "../ui/styles/frame.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as ownerCss from "./owner.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** Longest side of the uploaded licence picture, px: keeps its small print readable. */
const MAX_PICTURE_SIDE = 1280;

type OwnerFormProps = {
  series: readonly Series[];
  /** Initially selected series; "": none. */
  seriesCode: string;
  /** Whether an earlier application was declined. */
  isRetry: boolean;
  onSent: (state: OwnerState) => void;
  /** Cancels the application; without it only the page's own back button leaves. */
  onCancel?: () => void;
};

/** Application as an owner: vehicle identification number, series, licence picture, consent. */
export function OwnerForm({ series, seriesCode, isRetry, onSent, onCancel }: OwnerFormProps) {
  const pictures = usePictureUploads(1, MAX_PICTURE_SIDE);
  const { formRef, values, change, faults, outcome, isBusy, run } = useOwnerForm(
    pictures,
    seriesCode,
    onSent,
  );
  const count = Object.keys(faults).length;
  const length = normalizeVin(values.vin).length;
  const text = isRetry ? ownerMessages.submitAgain : ownerMessages.submit;
  return (
    // POST, so that without JavaScript no form values appear in a URL.
    <form
      ref={formRef}
      className={ownerCss.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {count > 0 && <Notice kind="err">{ownerMessages.faults(count)}</Notice>}
      {outcome !== null && <Notice kind="err">{outcome}</Notice>}
      <TextField
        id="owner-vin"
        label={ownerMessages.vin}
        isRequired
        value={values.vin}
        onChange={(event) => change({ vin: charactersAsTyped(event.target.value, VIN_LENGTH) })}
        error={faults["vin"]}
        {...(length > 0 && { hint: ownerMessages.vinHint(length) })}
        placeholder={ownerMessages.vinPlaceholder}
        className={textCss.numeric}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
      />
      <div className={fieldCss.field}>
        <p className={fieldCss.label}>
          <span>
            {ownerMessages.series}
            <em aria-hidden="true">*</em>
          </span>
        </p>
        <ChoiceGroup
          name="owner-seriesCode"
          label={ownerMessages.series}
          className={ownerCss.chips}
          choices={series.map((one) => ({ value: one.seriesCode, content: <span>{one.seriesName}</span> }))}
          value={values.seriesCode}
          onChoose={(chosen) => change({ seriesCode: chosen })}
          errorId={faults["seriesCode"] === undefined ? undefined : "owner-seriesCode-hint"}
        />
        <FieldHint id="owner-seriesCode-hint" error={faults["seriesCode"]} />
      </div>
      <PictureField
        id="owner-pictureId"
        label={ownerMessages.licence}
        isRequired
        hint={ownerMessages.licenceHint}
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
      <div className={frameCss.bottomBar}>
        <div className={frameCss.inner}>
          {onCancel && (
            <Button look="outline" onClick={onCancel}>
              {ownerMessages.cancel}
            </Button>
          )}
          <Button
            type="submit"
            className={layoutCss.grow}
            isBusy={isBusy}
            data-tap="press"
            suppressHydrationWarning
          >
            {isBusy ? ownerMessages.submitting : text}
          </Button>
        </div>
      </div>
    </form>
  );
}
