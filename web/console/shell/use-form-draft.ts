import { useMemo } from "react";
import type { FieldValues } from "react-hook-form";
import { dropDraft, keepDraft, keptDraft } from "../../platform/console/kept-drafts.ts";
import type { FormDraft } from "../kit/form/use-console-form.ts";
import { useSession } from "./session-context.tsx";

/**
 * Unsaved input of a form in this tab: it is there after a login on another page and after a reload (requirement CO24).
 * @param form name of the form with the id of its thing: `activity.123`
 */
export function useFormDraft<V extends FieldValues>(form: string): FormDraft<V> {
  const { operatorId } = useSession().operator;
  return useMemo(() => {
    const kept = keptDraft<V>(operatorId, form);
    return {
      restored: kept?.values ?? null,
      keptAt: kept?.keptAt ?? null,
      keep: (values) => keepDraft(operatorId, form, values, Date.now()),
      drop: () => dropDraft(operatorId, form),
    };
  }, [operatorId, form]);
}
