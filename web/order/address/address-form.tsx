import * as addressCss from "./address.module.css";
import { lazy, Suspense, useState } from "react";
import type { Address } from "#contract/mall/address.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Button } from "../../ui/form/button.tsx";
import { Checkbox, FieldHint, TextField } from "../../ui/form/field.tsx";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import { addressMessages } from "./address-messages.ts";
import { PasteBox } from "./paste-box.tsx";
import { useAddressForm } from "./use-address-form.ts";

const DivisionSheet = lazy(() =>
  import("./division-sheet.tsx").then(({ DivisionSheet: Found }) => ({ default: Found })),
);

type AddressFormProps = {
  /** null: a new one. */
  address: Address | null;
  onSaved: (saved: Address) => void;
  onRemoved: () => void;
};

type DivisionFieldProps = { name: string | null; fault: string | undefined; onOpen: () => void };
const DivisionField = ({ name, fault, onOpen }: DivisionFieldProps) => (
  <div className={fieldCss.field}>
    <span className={fieldCss.label} id="address-division-label">
      <span>
        {addressMessages.division}
        <em aria-hidden="true">*</em>
      </span>
    </span>
    <button
      type="button"
      id="address-districtCode"
      className={classNames(fieldCss.inputBox, fault !== undefined && stateCss.invalid)}
      aria-labelledby="address-division-label address-districtCode"
      aria-describedby={fault === undefined ? undefined : "address-districtCode-hint"}
      onClick={onOpen}
    >
      <span className={layoutCss.grow}>{name ?? addressMessages.chooseDivision}</span>
      <ChevronRightIcon size={20} />
    </button>
    <FieldHint id="address-districtCode-hint" error={fault} />
  </div>
);

/** Form of an address with paste-to-fill (mockup 13-mall-address; requirements MA12, MA13). */
export function AddressForm({ address, onSaved, onRemoved }: AddressFormProps) {
  const form = useAddressForm(address, onSaved, onRemoved);
  const { values, change, faults, outcome, formRef, isBusy, save, remove } = form;
  const [isChoosing, setChoosing] = useState(false);
  const count = Object.keys(faults).length;
  const confirmRemove = async (): Promise<void> => {
    const { removeQuestion, removeText, confirmRemove: confirm, keep } = addressMessages;
    if (await raiseChallenge("dialog", { title: removeQuestion, text: removeText, confirm, cancel: keep }))
      remove();
  };
  return (
    <form
      ref={formRef}
      className={addressCss.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {count > 0 && <Notice kind="err">{addressMessages.faults(count)}</Notice>}
      {outcome !== null && <Notice kind="err">{outcome}</Notice>}
      <PasteBox onFilled={change} />
      <TextField
        id="address-name"
        label={addressMessages.name}
        isRequired
        value={values.name}
        onChange={({ target }) => change({ name: target.value })}
        error={faults["name"]}
        autoComplete="name"
      />
      <TextField
        id="address-mobile"
        label={addressMessages.mobile}
        isRequired
        value={values.mobile}
        onChange={({ target }) => change({ mobile: target.value })}
        error={faults["mobile"]}
        inputMode="tel"
        autoComplete="tel-national"
      />
      <DivisionField
        name={values.division?.name ?? null}
        fault={faults["districtCode"]}
        onOpen={() => setChoosing(true)}
      />
      <TextField
        id="address-detail"
        label={addressMessages.detail}
        isRequired
        value={values.detail}
        onChange={({ target }) => change({ detail: target.value })}
        error={faults["detail"]}
        placeholder={addressMessages.detailPlaceholder}
        autoComplete="street-address"
      />
      <Checkbox checked={values.isDefault} onChange={({ target }) => change({ isDefault: target.checked })}>
        {addressMessages.makeDefault}
      </Checkbox>
      <div className={frameCss.bottomBar}>
        <div className={frameCss.inner}>
          {address !== null && (
            <Button look="outline" onClick={() => void confirmRemove()} disabled={isBusy}>
              {addressMessages.remove}
            </Button>
          )}
          <Button type="submit" className={layoutCss.grow} isBusy={isBusy}>
            {addressMessages.save}
          </Button>
        </div>
      </div>
      {isChoosing && (
        <Suspense>
          <DivisionSheet
            onClose={() => setChoosing(false)}
            onChoose={(division) => {
              change({ division });
              setChoosing(false);
            }}
          />
        </Suspense>
      )}
    </form>
  );
}
