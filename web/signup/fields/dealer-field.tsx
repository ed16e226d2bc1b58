import { lazy, Suspense, useState } from "react";
import { useController, type Control } from "react-hook-form";
import type { NearOrganisation } from "#contract/organisation/organisation.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { Button } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { FieldHint } from "../../ui/form/field.tsx";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { dealerLocation } from "./dealer-location.ts";
import type { FormValues } from "../register/form-values.ts";
import { signUpMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as signUpCss from "../register/sign-up.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const DealerSheet = lazy(() => import("./dealer-sheet.tsx"));

type DealerFieldProps = {
  control: Control<FormValues>;
  /** Nearest first. */
  dealers: readonly NearOrganisation[];
  /** Dealer of the last service of the person's car. */
  lastId: string | null;
  onChoose: (dealerId: string) => void;
};

/** Chosen dealer; a press opens the list of all. Long names wrap together with the trial suffix. */
export function SignUpDealerField({ control, dealers, lastId, onChoose }: DealerFieldProps) {
  const { field, fieldState } = useController({ control, name: "dealerId" });
  const { value, ref, onChange } = field;
  // Null until the first press, which loads the sheet.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const error = fieldState.error?.message;
  const chosen = dealers.find(({ id }) => id === value);
  const lastDealer = dealers.find(({ id }) => id === lastId);
  const choose = (id: string) => {
    setOpen(false);
    onChange(id);
    onChoose(id);
  };
  return (
    <>
      <button
        type="button"
        className={classNames(
          `${fieldCss.inputBox} ${signUpCss.dealerField}`,
          error !== undefined && stateCss.invalid,
        )}
        aria-haspopup="dialog"
        aria-describedby={error === undefined ? undefined : "dealerId-hint"}
        onClick={() => setOpen(true)}
        ref={ref}
        data-tap="press"
        suppressHydrationWarning
      >
        <span className={layoutCss.grow}>
          <span className={textCss.visuallyHidden}>{signUpMessages.dealer}</span>
          {chosen ? (
            <>
              <b>{dealerDisplayName(chosen)}</b>
              <small>{dealerLocation(chosen)}</small>
            </>
          ) : (
            <b className={textCss.tertiary}>
              {dealers.length === 0 ? signUpMessages.noDealers : signUpMessages.chooseDealer}
            </b>
          )}
        </span>
        <ChevronRightIcon size={16} />
      </button>
      <FieldHint id="dealerId-hint" error={error} />
      {lastDealer && lastDealer.id !== value && (
        <Button
          look="tonal"
          size="small"
          className={layoutCss.marginTop2}
          onClick={() => choose(lastDealer.id)}
        >
          {signUpMessages.lastDealer(dealerDisplayName(lastDealer))}
        </Button>
      )}
      {isOpen !== null && (
        <Suspense>
          <DealerSheet
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            dealers={dealers}
            value={value}
            onChoose={choose}
          />
        </Suspense>
      )}
    </>
  );
}
