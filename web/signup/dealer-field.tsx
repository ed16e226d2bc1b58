import { lazy, Suspense, useState } from "react";
import { useController, type Control } from "react-hook-form";
import type { NearOrganisation } from "#contract/organisation.ts";
import { shownName } from "#contract/shown-name.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Hint } from "../ui/form.tsx";
import { ChevronRightIcon } from "../ui/icons.tsx";
import { dealerPlace } from "./dealer-name.ts";
import type { FormValues } from "./form-values.ts";
import { words } from "./words.ts";

const DealerSheet = lazy(() => import("./dealer-sheet.tsx"));

type DealerFieldProps = {
  control: Control<FormValues>;
  /** Nearest first. */
  dealers: readonly NearOrganisation[];
  /** Where the person's car was serviced last. */
  lastId: string | null;
  onChoose: (dealerId: string) => void;
};

/** The chosen dealer; a press offers the others. Long names wrap, the trial suffix with them. */
export function DealerField({ control, dealers, lastId, onChoose }: DealerFieldProps) {
  const { field, fieldState } = useController({ control, name: "dealerId" });
  const { value, ref, onChange } = field;
  // Null until it is asked for: the sheet is loaded then.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const error = fieldState.error?.message;
  const chosen = dealers.find(({ id }) => id === value);
  const last = dealers.find(({ id }) => id === lastId);
  const choose = (id: string) => {
    setOpen(false);
    onChange(id);
    onChoose(id);
  };
  return (
    <>
      <button
        type="button"
        className={classes("inp dlr", error !== undefined && "bad")}
        aria-haspopup="dialog"
        aria-describedby={error === undefined ? undefined : "dealerId-hint"}
        onClick={() => setOpen(true)}
        ref={ref}
        data-tap="press"
        suppressHydrationWarning
      >
        <span className="f1">
          <span className="sr">{words.dealer}</span>
          {chosen ? (
            <>
              <b>{shownName(chosen)}</b>
              <small>{dealerPlace(chosen)}</small>
            </>
          ) : (
            <b className="c3">{dealers.length === 0 ? words.noDealers : words.chooseDealer}</b>
          )}
        </span>
        <ChevronRightIcon size={16} />
      </button>
      <Hint id="dealerId-hint" error={error} />
      {last && last.id !== value && (
        <Button look="tonal" size="small" className="mt2" onClick={() => choose(last.id)}>
          {words.lastDealer(shownName(last))}
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
