import { useState } from "react";
import { raise } from "../platform/http/challenges.ts";
import { refusalOf } from "../ui/failure.ts";
import { formatMoment } from "../ui/format.ts";
import { giveUpPlan, loadComposition, plan } from "./api.ts";
import type { UsedComposition } from "./use-composition.ts";
import { words } from "./words.ts";

const texts = words.planning;
type Faults = Readonly<Record<string, string>>;
/** @property publishTime ISO with offset */
type Wanted = { readonly basedOn: number; readonly publishTime: string };

/** Plans what is written for a moment, gives a plan up, and tells what came of it. */
export function usePlanning(
  link: string,
  by: string,
  { editing, showComposition, showPlanned, setSaid, setOvertaken }: UsedComposition,
) {
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);
  /** @param wanted what was to be planned, and after which version; null: nothing was */
  const onRefusal = async (error: unknown, wanted: Wanted | null): Promise<void> => {
    const refusal = refusalOf(error);
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
    const text = count > 0 ? words.faulty(count) : words.failed;
    setSaid({ kind: "err", text: refusal?.refusal === "notFound" ? refusal.message : text });
  };
  const run = async (work: () => Promise<void>, wanted: Wanted | null = null): Promise<void> => {
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
    plan: (wanted: Wanted) =>
      run(async () => {
        if (editing === null) return;
        const { list, composition } = editing;
        const blocks = list.map(({ block }) => block);
        const replaces = composition.planned?.revision ?? null;
        showPlanned(await plan(link, { by, ...wanted, replaces, blocks }), list);
        setOvertaken(null);
        setSaid({ kind: "ok", text: texts.done(formatMoment(wanted.publishTime)) });
      }, wanted),
    cancel: (revision: string) =>
      run(async () => {
        if (!(await raise("dialog", texts.ask))) return;
        showComposition(await giveUpPlan(link, revision));
        setSaid({ kind: "ok", text: texts.cancelled });
      }),
  };
}
