import { useState } from "react";
import type { FormField } from "#contract/activity.ts";
import { randomHex } from "../platform/http/request.ts";
import { failureOf, refusalOf } from "../ui/failure.ts";
import { loadQuestions, putQuestions } from "./api.ts";
import { asked, discarded, reworded, settled, type Asking } from "./asking.ts";
import { words } from "./words.ts";

/** A key that no question has: answers to one that was taken away are never those to another. */
function freshKey(taken: readonly string[]): string {
  const random = (): string => `q${randomHex(6)}`;
  let key = random();
  while (taken.includes(key)) key = random();
  return key;
}
export type Said = { readonly kind: "ok" | "err" | "warn" | "info"; readonly text: string };

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
export function useQuestions(link: string, activityId: string, by: string) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const tell = (error: unknown): void => {
    const refusal = refusalOf(error);
    const places = refusal?.fields ?? {};
    const count = Object.keys(places).length;
    setFaults(places);
    if (count > 0) return setSaid({ kind: "err", text: words.faulty(count) });
    setSaid({ kind: refusal?.refusal === "conflict" ? "warn" : "err", text: failureOf(error).title });
  };
  /** Does one thing at a time. @param done what is said then */
  const run = async (work: () => Promise<Said | null>): Promise<void> => {
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
      const next = asked(activityId, await loadQuestions(link), nextTurn);
      setAsking(next);
      return next.isChanged ? { kind: "info", text: words.restored } : null;
    });
  /** What was written here goes, for what stands by now. */
  const discard = () =>
    run(async () => {
      setAsking(discarded(activityId, await loadQuestions(link), nextTurn));
      return null;
    });
  /** @param isOver over whatever somebody saved meanwhile */
  const save = (isOver = false) =>
    run(async () => {
      if (asking === null) return null;
      const { list: questions } = asking;
      const revision = isOver ? (await loadQuestions(link)).revision : asking.revision;
      const standing = await putQuestions(link, { by, revision, questions });
      setAsking((before) => before && settled(before, standing, questions));
      return { kind: "ok", text: words.questions.saved };
    });
  const change = (next: (list: List) => List) => {
    setAsking((before) => before && reworded(before, next(before.list)));
    setFaults({});
    setSaid(null);
  };
  return { asking, said, faults, isBusy, load, discard, save, ...editorOf(change) };
}
export type UsedQuestions = ReturnType<typeof useQuestions>;
