import { lazy, Suspense, useState, type MouseEvent } from "react";
import { useController, type Control } from "react-hook-form";
import { Link } from "react-router";
import { Checkbox } from "../../ui/form/field.tsx";
import type { FormValues } from "../register/form-values.ts";
import { signUpMessages } from "../messages.ts";

const RulesSheet = lazy(() => import("./rules-sheet.tsx"));

/**
 * Consent is given by ticking, never by default (requirement M18). The rules open in a sheet over the form.
 */
export function ConsentField({
  control,
  rules,
  detail,
}: {
  control: Control<FormValues>;
  rules: string;
  detail: string;
}) {
  const { field, fieldState } = useController({ control, name: "consent" });
  const { value, ...rest } = field;
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Checkbox {...rest} id="consent" checked={value} error={fieldState.error?.message}>
        {signUpMessages.consent.before}
        <Link to={detail} onClick={open}>
          {signUpMessages.consent.rules}
        </Link>
        {signUpMessages.consent.after}
      </Checkbox>
      {isOpen !== null && (
        <Suspense>
          <RulesSheet isOpen={isOpen} onClose={() => setOpen(false)} rules={rules} />
        </Suspense>
      )}
    </>
  );
}
