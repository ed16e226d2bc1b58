import { useState } from "react";
import { formatMoment } from "#contract/core/moment-text.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import type { ComposedPage } from "../api.ts";
import { isConflict, type CompositionEditor } from "./use-composition.ts";
import { composeMessages } from "../messages.ts";

const texts = composeMessages.planning;
type Faults = Readonly<Record<string, string>>;
/** @property publishTime ISO with offset */
type PlanRequest = { readonly basedOn: number; readonly publishTime: string };

/** Plans the blocks for a set time, cancels a plan, and handles refusals. */
export function usePlan(
  page: ComposedPage,
  { editing, applyReload, applyPlan, setStatus, setConflict }: CompositionEditor,
) {
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);
  /** @param request refused plan; null: the refused request was a cancellation */
  const onRefusal = async (error: unknown, request: PlanRequest | null): Promise<void> => {
    const refusal = asRefusal(error);
    const fields = refusal?.fields ?? {};
    const count = Object.keys(fields).length;
    setFaults(count > 0 ? fields : null);
    if (refusal !== null && isConflict(refusal)) {
      setStatus({ kind: "warn", text: refusal.message });
      const newest = await page.load().catch(() => null);
      if (newest === null) return;
      applyReload(newest);
      const { version } = newest;
      if (request !== null && version !== request.basedOn)
        setConflict({ version, publishTime: request.publishTime });
      return;
    }
    const text = count > 0 ? composeMessages.faulty(count) : composeMessages.failed;
    setStatus({ kind: "err", text: refusal?.refusal === "notFound" ? refusal.message : text });
  };
  const run = async (action: () => Promise<void>, request: PlanRequest | null = null): Promise<void> => {
    setBusy(true);
    try {
      await action();
      setFaults(null);
    } catch (error) {
      await onRefusal(error, request);
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    faults,
    /** Plans the unsaved blocks. */
    plan: (request: PlanRequest) =>
      run(async () => {
        if (editing === null) return;
        const { list, composition } = editing;
        const blocks = list.map(({ block }) => block);
        const replaces = composition.planned?.revision ?? null;
        applyPlan(await page.setPlan({ ...request, replaces, blocks }), list);
        setConflict(null);
        setStatus({ kind: "ok", text: texts.done(formatMoment(request.publishTime)) });
      }, request),
    cancel: (revision: string) =>
      run(async () => {
        if (!(await raiseChallenge("dialog", texts.ask))) return;
        applyReload(await page.withdrawPlan(revision));
        setStatus({ kind: "ok", text: texts.cancelled });
      }),
  };
}
