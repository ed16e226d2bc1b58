import { useState } from "react";
import { dealerFieldNames, type ConsoleDealer, type DealerFields } from "#contract/console/basics/dealers.ts";
import { editConflictData, type EditConflict } from "#contract/console/activity/draft.ts";
import { Refusal } from "#contract/core/errors.ts";
import { useConsoleForm, type ConsoleForm } from "../kit/form/use-console-form.ts";
import type { ConflictChoice } from "../kit/overlay/conflict-panel.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { loadConsoleDealer, saveDealerChanges } from "./api.ts";
import type { DealerForm } from "./dealer-fields.tsx";
import { dealerPageMessages } from "./messages.ts";
import { basicFieldLabels } from "./value-text.ts";

const { detail: texts } = dealerPageMessages;
type Changes = Partial<DealerFields>;
/** Fields that a colleague changed too, with the dealer as it is now. */
export type DealerConflict = EditConflict & { readonly theirs: ConsoleDealer; readonly mine: Changes };

/** Fields of the form as the contract has them; empty numbers are out of range, which the server says. */
export const toFields = (values: DealerForm): DealerFields => ({
  ...values,
  longitude: values.longitude ?? 999,
  latitude: values.latitude ?? 999,
});
const changesOf = (values: DealerForm, saved: DealerFields): Changes => {
  const fields = toFields(values);
  return Object.fromEntries(
    dealerFieldNames.filter((name) => fields[name] !== saved[name]).map((name) => [name, fields[name]]),
  );
};

/**
 * Form of a dealer. A save sends the changed fields alone, so that a colleague's changes of others stay; where both changed one,
 * the operator chooses.
 * @param onSaved reads the dealer again
 */
export function useDealerForm(
  dealer: ConsoleDealer,
  onSaved: () => Promise<void>,
): {
  form: ConsoleForm<DealerForm>;
  conflict: DealerConflict | null;
  resolve: (choices: Readonly<Record<string, ConflictChoice>>) => Promise<void>;
  dismiss: () => void;
} {
  const [conflict, setConflict] = useState<DealerConflict | null>(null);
  async function send(changes: Changes, basedOn: number): Promise<void> {
    try {
      const { merged, mergedBy } = await saveDealerChanges({ dealerId: dealer.dealerId, basedOn, changes });
      showResult(
        merged.length === 0
          ? texts.saved
          : texts.merged(mergedBy ?? texts.somebody, basicFieldLabels(merged)),
      );
      setConflict(null);
      await onSaved();
    } catch (error) {
      const isConflict = error instanceof Refusal && error.refusal === "editConflict";
      const data = isConflict ? editConflictData.safeParse(error.data) : null;
      if (data?.success === true)
        setConflict({ ...data.data, theirs: await loadConsoleDealer(dealer.dealerId), mine: changes });
      throw error;
    }
  }
  const form = useConsoleForm<DealerForm>({
    values: dealer.fields,
    onSave: (values) => send(changesOf(values, dealer.fields), dealer.revision),
  });
  return {
    form,
    conflict,
    dismiss: () => setConflict(null),
    async resolve(choices) {
      if (conflict === null) return;
      const kept = Object.entries(conflict.mine).filter(([name]) => choices[name] !== "theirs");
      try {
        await send(Object.fromEntries(kept), conflict.theirs.revision);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.refusal !== "editConflict") showResult(error.message, { isError: true });
      }
    },
  };
}
