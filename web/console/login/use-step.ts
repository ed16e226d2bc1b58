import { useState } from "react";
import { Refusal } from "#contract/core/errors.ts";

const NO_FIELDS: Readonly<Record<string, string>> = {};

type StepRun = {
  readonly isBusy: boolean;
  /** Why the call was refused, if no field says it. */
  readonly fault: string | null;
  /** Messages by field. */
  readonly fields: Readonly<Record<string, string>>;
  run(work: () => Promise<void>): Promise<void>;
};

/** Runs the call of a step, once at a time, and keeps its refusal. */
export function useStep(onRefused: (error: unknown) => string | null): StepRun {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [fields, setFields] = useState(NO_FIELDS);
  return {
    isBusy,
    fault,
    fields,
    async run(work) {
      if (isBusy) return;
      setBusy(true);
      setFault(null);
      setFields(NO_FIELDS);
      try {
        await work();
      } catch (error) {
        if (error instanceof Refusal && Object.keys(error.fields).length > 0) setFields(error.fields);
        else setFault(onRefused(error));
      } finally {
        setBusy(false);
      }
    },
  };
}
