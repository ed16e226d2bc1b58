import { useState } from "react";
import type { FormField } from "#contract/activity.ts";
import type { Questions } from "#contract/compose-questions.ts";
import { failureOf, refusalOf } from "../ui/failure.ts";
import { loadQuestions, putQuestions } from "./api.ts";
import { words } from "./words.ts";

/** A key that no question has: answers to one that was taken away are never those to another. */
function freshKey(taken: readonly string[]): string {
  const random = (): string => `q${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  let key = random();
  while (taken.includes(key)) key = random();
  return key;
}
export type Said = { readonly kind: "ok" | "err" | "warn"; readonly text: string };

/** The questions of the form as they are written here; loaded when they are first asked for. */
export function useQuestions(link: string) {
  const [standing, setStanding] = useState<Questions | null>(null);
  const [list, setList] = useState<readonly FormField[]>([]);
  const [said, setSaid] = useState<Said | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const take = (questions: Questions) => {
    setStanding(questions);
    setList(questions.questions);
    setFaults({});
  };
  const tell = (error: unknown): void => {
    const refusal = refusalOf(error);
    const places = refusal?.fields ?? {};
    const count = Object.keys(places).length;
    setFaults(places);
    if (count > 0) return setSaid({ kind: "err", text: words.faulty(count) });
    setSaid({ kind: refusal?.refusal === "conflict" ? "warn" : "err", text: failureOf(error).title });
  };
  /** Does one thing at a time, and takes what the server says stands. @param done what is said then */
  const run = async (work: () => Promise<Questions>, done: Said | null): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      take(await work());
      setSaid(done);
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  const change = (next: readonly FormField[]) => {
    setList(next);
    setFaults({});
    setSaid(null);
  };
  const move = (at: number, to: number): void => {
    const rest = list.filter((_, place) => place !== at);
    change([...rest.slice(0, to), ...list.slice(at, at + 1), ...rest.slice(to)]);
  };
  const empty = { label: "", kind: "text", required: false, options: [], placeholder: "" } as const;
  return {
    list: standing === null ? null : list,
    said,
    faults,
    isBusy,
    isChanged: standing !== null && list !== standing.questions,
    load: () => run(() => loadQuestions(link), null),
    save: () =>
      run(() => putQuestions(link, standing?.revision ?? "", list), {
        kind: "ok",
        text: words.questions.saved,
      }),
    move,
    put: (at: number, part: Partial<FormField>) =>
      change(list.map((one, place) => (place === at ? { ...one, ...part } : one))),
    remove: (at: number) => change(list.filter((_, place) => place !== at)),
    add: () => change([...list, { ...empty, options: [], key: freshKey(list.map(({ key }) => key)) }]),
  };
}
