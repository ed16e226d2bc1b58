import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Refusal } from "#contract/core/errors.ts";
import type { ComplaintDecisions } from "#contract/console/club/complaints.ts";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { decide, moderationKeys, takeDecisionsBack, type DecideArgs } from "../api.ts";
import { complaintMessages } from "./messages.ts";

export type Undecided = ComplaintDecisions["undecided"];

/** Decides complaints and takes decisions back; both refresh everything that they change. */
export function useDecisions() {
  const client = useQueryClient();
  const last = useRef<readonly string[]>([]);
  const [undecided, setUndecided] = useState<Undecided>([]);
  const refresh = async (): Promise<void> => {
    await Promise.all(moderationKeys.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  async function undo(decisionIds: readonly string[]): Promise<void> {
    if (decisionIds.length === 0) return;
    last.current = [];
    try {
      const { undone } = await takeDecisionsBack([...decisionIds]);
      showResult(complaintMessages.undone(undone));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    }
    await refresh();
  }
  return {
    undecided,
    refresh,
    clearUndecided: () => setUndecided([]),
    /** Takes the last decision of this page back. */
    undoLast: () => void undo(last.current),
    /** @throws Refusal if nothing was decided; the list is read again all the same */
    async run(args: DecideArgs): Promise<void> {
      try {
        const result = await decide(args);
        const ids = result.decided.map(({ decisionId }) => decisionId);
        const done = complaintMessages.done[args.decision];
        const canUndo = args.decision !== "clear";
        last.current = canUndo ? ids : [];
        setUndecided(result.undecided);
        showResult(
          ids.length === 1 ? done : complaintMessages.doneMany(done, ids.length),
          canUndo ? { onUndo: () => void undo(ids) } : {},
        );
      } finally {
        void refresh();
      }
    },
  };
}
