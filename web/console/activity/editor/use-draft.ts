import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { DraftFieldName, DraftFields } from "#contract/console/activity/content.ts";
import { editConflictData, type ActivityDraft, type EditConflict } from "#contract/console/activity/draft.ts";
import { Refusal } from "#contract/core/errors.ts";
import { warnBeforeUnload } from "../../../platform/console/page-facts.ts";
import { activityKeys, storeDraft, showDraft } from "../api.ts";

/** Time after the last change after which it is kept on the server, ms: with the call within 2 s (requirement CO45). */
const SAVE_DELAY = 1_200;
const RETRY_DELAY = 5_000;
type Changes = Partial<DraftFields>;
/** Fields that a colleague changed too, with the draft as it is now. */
type Conflict = EditConflict & { readonly theirs: ActivityDraft; readonly mine: Changes };
type SaveState = "saved" | "pending" | "saving" | "failed";

export type DraftEditor = {
  /** As it was last read or saved. */
  readonly draft: ActivityDraft;
  /** Live content, the draft's values, and what is being typed. */
  readonly values: ActivityDraft["live"];
  readonly state: SaveState;
  readonly savedTime: string | null;
  readonly conflict: Conflict | null;
  /** Changes of others that were merged by the last save. */
  readonly merged: { readonly by: string | null; readonly fields: readonly string[] } | null;
  change<N extends DraftFieldName>(field: N, value: DraftFields[N]): void;
  changeAll(changes: Changes): void;
  /** Keeps what is typed at once. */
  saveNow(): Promise<void>;
  /** Saves one's own value or a colleague's for each field of the conflict. */
  resolve(choices: Readonly<Record<string, "mine" | "theirs">>): Promise<void>;
  dismissConflict(): void;
  /** Takes a newer draft over, if nothing of one's own waits. */
  adopt(draft: ActivityDraft): void;
};

const hasAny = (changes: Changes): boolean => Object.keys(changes).length > 0;
/** Changes without those that were sent and not typed again since. */
const without = (changes: Changes, sent: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== sent[name as DraftFieldName]),
  );

/** Draft and changes as they are rendered, and as timers and saves that end later read them. */
function useDraftState(first: ActivityDraft) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(first);
  const [changes, setChanges] = useState<Changes>({});
  const latest = useRef({ draft: first, changes: {} as Changes });
  const keepDraft = useCallback(
    (next: ActivityDraft): void => {
      latest.current.draft = next;
      setDraft(next);
      client.setQueryData(activityKeys.draft(next.activityId), next);
      void client.invalidateQueries({ queryKey: activityKeys.activity(next.activityId) });
    },
    [client],
  );
  const keepChanges = useCallback((next: Changes): void => {
    latest.current.changes = next;
    setChanges(next);
  }, []);
  return { draft, changes, latest, keepDraft, keepChanges };
}
type DraftState = ReturnType<typeof useDraftState>;

/** Saves what waits, one save at a time, and notices conflicts and merged changes. */
function useSaving({ latest, keepDraft, keepChanges }: DraftState) {
  const [state, setState] = useState<SaveState>("saved");
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [merged, setMerged] = useState<DraftEditor["merged"]>(null);
  const underWay = useRef<Promise<void> | null>(null);

  const send = useCallback(async (): Promise<void> => {
    const { draft: base, changes: sent } = latest.current;
    if (!hasAny(sent)) return;
    setState("saving");
    try {
      const { activityId, revision: basedOn, liveRevision: basedOnLive } = base;
      const saved = await storeDraft({ activityId, basedOn, basedOnLive, changes: sent });
      keepDraft(saved.draft);
      keepChanges(without(latest.current.changes, sent));
      setMerged(saved.merged);
      setState(hasAny(latest.current.changes) ? "pending" : "saved");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setState("failed");
      const data = error.refusal === "editConflict" ? editConflictData.safeParse(error.data) : null;
      if (data?.success !== true) return;
      const theirs = await showDraft(base.activityId);
      setConflict({ ...data.data, theirs, mine: sent });
    }
  }, [latest, keepChanges, keepDraft]);

  const saveNow = useCallback(async (): Promise<void> => {
    while (underWay.current !== null) await underWay.current;
    underWay.current = send();
    await underWay.current.finally(() => {
      underWay.current = null;
    });
  }, [send]);
  return { state, setState, conflict, setConflict, merged, saveNow };
}

/**
 * Edits a draft: every change is kept on the server a moment later, one save at a time; a colleague's changes of other
 * fields are merged, of the same field asked about (requirement CO86).
 */
export function useDraft(first: ActivityDraft): DraftEditor {
  const held = useDraftState(first);
  const { draft, changes, latest, keepDraft, keepChanges } = held;
  const { state, setState, conflict, setConflict, merged, saveNow } = useSaving(held);

  const isWaiting = hasAny(changes) && conflict === null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => void saveNow(), state === "failed" ? RETRY_DELAY : SAVE_DELAY);
    return () => clearTimeout(timer);
  }, [changes, isWaiting, state, saveNow]);
  useEffect(() => (hasAny(changes) ? warnBeforeUnload() : undefined), [changes]);

  const changeAll = (next: Changes): void => {
    keepChanges({ ...latest.current.changes, ...next });
    setState("pending");
  };
  return {
    draft,
    values: { ...draft.live, ...draft.values, ...changes } as ActivityDraft["live"],
    state,
    savedTime: draft.savedTime,
    conflict,
    merged,
    change: (field, value) => changeAll({ [field]: value }),
    changeAll,
    saveNow,
    async resolve(choices) {
      if (conflict === null) return;
      const mine = Object.entries(latest.current.changes).filter(([name]) => choices[name] !== "theirs");
      keepDraft(conflict.theirs);
      keepChanges(Object.fromEntries(mine));
      setConflict(null);
      setState(mine.length > 0 ? "pending" : "saved");
      await saveNow();
    },
    dismissConflict: () => setConflict(null),
    adopt(next) {
      if (!hasAny(latest.current.changes) && next.revision >= latest.current.draft.revision) keepDraft(next);
    },
  };
}
