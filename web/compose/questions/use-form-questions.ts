import { useState } from "react";
import type { FormField } from "#contract/activity/activity.ts";
import { randomHex } from "../../platform/http/build-request.ts";
import { describeFailure, asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadFormQuestions, saveFormQuestions } from "../api.ts";
import {
  startQuestions,
  discardChanges,
  withQuestions,
  afterQuestionsSaved,
  type QuestionsState,
} from "./questions-state.ts";
import { composeMessages } from "../messages.ts";

/** A key that no question has: answers to one that was taken away are never those to another. */
function freshKey(taken: readonly string[]): string {
  const random = (): string => `q${randomHex(6)}`;
  let key = random();
  while (taken.includes(key)) key = random();
  return key;
}
export type QuestionsStatus = { readonly kind: "ok" | "err" | "warn" | "info"; readonly text: string };

const empty = { label: "", kind: "text", required: false, placeholder: "" } as const;
type List = readonly FormField[];

/** What can be done to the list. */
const editorOf = (change: (next: (list: List) => List) => void) => ({
  move: (at: number, to: number): void =>
    change((list) => {
      const rest = list.filter((_, place) => place !== at);
      return [...rest.slice(0, to), ...list.slice(at, at + 1), ...rest.slice(to)];
    }),
  put: (at: number, part: Partial<FormField>): void =>
    change((list) => list.map((one, place) => (place === at ? { ...one, ...part } : one))),
  remove: (at: number): void => change((list) => list.filter((_, place) => place !== at)),
  add: (): void =>
    change((list) => [...list, { ...empty, options: [], key: freshKey(list.map(({ key }) => key)) }]),
});

/** The questions of the form as they are written here; loaded when they are first asked for. */
export function useFormQuestions(link: string, activityId: string, by: string) {
  const [asking, setAsking] = useState<QuestionsState | null>(null);
  const [said, setSaid] = useState<QuestionsStatus | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const tell = (error: unknown): void => {
    const refusal = asRefusal(error);
    const places = refusal?.fields ?? {};
    const count = Object.keys(places).length;
    setFaults(places);
    if (count > 0) return setSaid({ kind: "err", text: composeMessages.faulty(count) });
    setSaid({ kind: refusal?.refusal === "conflict" ? "warn" : "err", text: describeFailure(error).title });
  };
  /** Does one thing at a time. @param done what is said then */
  const run = async (work: () => Promise<QuestionsStatus | null>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const done = await work();
      setFaults({});
      setSaid(done);
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  const nextTurn = (asking?.turn ?? 0) + 1;
  const load = () =>
    run(async () => {
      const next = startQuestions(activityId, await loadFormQuestions(link), nextTurn);
      setAsking(next);
      return next.isChanged ? { kind: "info", text: composeMessages.restored } : null;
    });
  /** What was written here goes, for what stands by now. */
  const discard = () =>
    run(async () => {
      setAsking(discardChanges(activityId, await loadFormQuestions(link), nextTurn));
      return null;
    });
  /** @param isOver over whatever somebody saved meanwhile */
  const save = (isOver = false) =>
    run(async () => {
      if (asking === null) return null;
      const { list: questions } = asking;
      const revision = isOver ? (await loadFormQuestions(link)).revision : asking.revision;
      const standing = await saveFormQuestions(link, { by, revision, questions });
      setAsking((before) => before && afterQuestionsSaved(before, standing, questions));
      return { kind: "ok", text: composeMessages.questions.saved };
    });
  const change = (next: (list: List) => List) => {
    setAsking((before) => before && withQuestions(before, next(before.list)));
    setFaults({});
    setSaid(null);
  };
  return { asking, said, faults, isBusy, load, discard, save, ...editorOf(change) };
}
export type QuestionsEditor = ReturnType<typeof useFormQuestions>;
