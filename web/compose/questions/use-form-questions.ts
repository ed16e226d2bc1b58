import { useState } from "react";
import type { FormField } from "#contract/activity/activity.ts";
import { randomHex } from "../../platform/http/random-ids.ts";
import { describeFailure, asRefusal } from "../../ui/feedback/load-failure.ts";
import type { ComposedPage } from "../api.ts";
import {
  startQuestions,
  discardChanges,
  withQuestions,
  afterQuestionsSaved,
  type QuestionsState,
} from "./questions-state.ts";
import { isConflict } from "../editor/use-composition.ts";
import { composeMessages } from "../messages.ts";

/** Random unused key, so that answers to a removed question never belong to another one. */
function newKey(used: readonly string[]): string {
  const random = (): string => `q${randomHex(6)}`;
  let key = random();
  while (used.includes(key)) key = random();
  return key;
}
export type QuestionsStatus = { readonly kind: "ok" | "err" | "warn" | "info"; readonly text: string };

const empty = { label: "", kind: "text", required: false, placeholder: "" } as const;
type List = readonly FormField[];

/** Operations on the list. */
const listOperations = (change: (next: (list: List) => List) => void) => ({
  move: (at: number, to: number): void =>
    change((list) => {
      const rest = list.filter((_, index) => index !== at);
      return [...rest.slice(0, to), ...list.slice(at, at + 1), ...rest.slice(to)];
    }),
  put: (at: number, part: Partial<FormField>): void =>
    change((list) => list.map((one, index) => (index === at ? { ...one, ...part } : one))),
  remove: (at: number): void => change((list) => list.filter((_, index) => index !== at)),
  add: (): void =>
    change((list) => [...list, { ...empty, options: [], key: newKey(list.map(({ key }) => key)) }]),
});

/** Editor of a form's questions. */
export function useFormQuestions(page: ComposedPage, activityId: string) {
  const [state, setState] = useState<QuestionsState | null>(null);
  const [status, setStatus] = useState<QuestionsStatus | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const showFailure = (error: unknown): void => {
    const refusal = asRefusal(error);
    const fields = refusal?.fields ?? {};
    const count = Object.keys(fields).length;
    setFaults(fields);
    if (count > 0) return setStatus({ kind: "err", text: composeMessages.faulty(count) });
    setStatus({
      kind: refusal !== null && isConflict(refusal) ? "warn" : "err",
      text: describeFailure(error).title,
    });
  };
  /** Runs an action unless another one is running, and shows its status. */
  const run = async (action: () => Promise<QuestionsStatus | null>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const next = await action();
      setFaults({});
      setStatus(next);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const nextLoad = (state?.loads ?? 0) + 1;
  const load = () =>
    run(async () => {
      const next = startQuestions(activityId, await page.loadQuestions(), nextLoad);
      setState(next);
      return next.isChanged ? { kind: "info", text: composeMessages.restored } : null;
    });
  /** Discards the changes and loads the saved questions. */
  const discard = () =>
    run(async () => {
      setState(discardChanges(activityId, await page.loadQuestions(), nextLoad));
      return null;
    });
  /** @param overwrites replaces a newer revision by a colleague */
  const save = (overwrites = false) =>
    run(async () => {
      if (state === null) return null;
      const { list: questions } = state;
      const revision = overwrites ? (await page.loadQuestions()).revision : state.revision;
      const saved = await page.saveQuestions({ revision, questions });
      setState((before) => before && afterQuestionsSaved(before, saved, questions));
      return { kind: "ok", text: composeMessages.questions.saved };
    });
  const change = (next: (list: List) => List) => {
    setState((before) => before && withQuestions(before, next(before.list)));
    setFaults({});
    setStatus(null);
  };
  return { state, status, faults, isBusy, load, discard, save, ...listOperations(change) };
}
export type QuestionsEditor = ReturnType<typeof useFormQuestions>;
