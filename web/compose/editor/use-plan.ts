import { useState } from "react";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { formatMoment } from "../../ui/display/format.ts";
import { withdrawPlan, loadComposition, setPlan } from "../api.ts";
import type { CompositionEditor } from "./use-composition.ts";
import { composeMessages } from "../messages.ts";

const texts = composeMessages.planning;
type Faults = Readonly<Record<string, string>>;
/** @property publishTime ISO with offset */
type PlanRequest = { readonly basedOn: number; readonly publishTime: string };

/** Plans what is written for a moment, gives a plan up, and tells what came of it. */
export function usePlan(
  link: string,
  by: string,
  { editing, showComposition, showPlanned, setSaid, setOvertaken }: CompositionEditor,
) {
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);
  /** @param wanted what was to be planned, and after which version; null: nothing was */
  const onRefusal = async (error: unknown, wanted: PlanRequest | null): Promise<void> => {
    const refusal = asRefusal(error);
    const places = refusal?.fields ?? {};
    const count = Object.keys(places).length;
    setFaults(count > 0 ? places : null);
    if (refusal?.refusal === "conflict") {
      setSaid({ kind: "warn", text: refusal.message });
      const newest = await loadComposition(link).catch(() => null);
      if (newest === null) return;
      showComposition(newest);
      const { version } = newest;
      if (wanted !== null && version !== wanted.basedOn)
        setOvertaken({ version, publishTime: wanted.publishTime });
      return;
    }
    const text = count > 0 ? composeMessages.faulty(count) : composeMessages.failed;
    setSaid({ kind: "err", text: refusal?.refusal === "notFound" ? refusal.message : text });
  };
  const run = async (work: () => Promise<void>, wanted: PlanRequest | null = null): Promise<void> => {
    setBusy(true);
    try {
      await work();
      setFaults(null);
    } catch (error) {
      await onRefusal(error, wanted);
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    faults,
    /** Plans what is written, to come after a version. */
    plan: (wanted: PlanRequest) =>
      run(async () => {
        if (editing === null) return;
        const { list, composition } = editing;
        const blocks = list.map(({ block }) => block);
        const replaces = composition.planned?.revision ?? null;
        showPlanned(await setPlan(link, { by, ...wanted, replaces, blocks }), list);
        setOvertaken(null);
        setSaid({ kind: "ok", text: texts.done(formatMoment(wanted.publishTime)) });
      }, wanted),
    cancel: (revision: string) =>
      run(async () => {
        if (!(await raiseChallenge("dialog", texts.ask))) return;
        showComposition(await withdrawPlan(link, revision));
        setSaid({ kind: "ok", text: texts.cancelled });
      }),
  };
}
