import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { showJob, undoJob, type ConsoleJob } from "#contract/console/jobs.ts";
import type { OperatorResult } from "#contract/console/operator-call.ts";
import { sendOperatorCall } from "../../platform/console/operator-calls.ts";

const POLL_INTERVAL = 1_000;
const isRunning = ({ state }: ConsoleJob): boolean => state === "running" || state === "undoing";

export type JobProgress = OperatorResult<typeof showJob>;

/**
 * Follows a bulk act until it has ended.
 * @param onEnd runs each time the act or its undoing has ended
 */
export function useJob(
  jobId: string | null,
  onEnd: () => void,
): { progress: JobProgress | undefined; undo: () => Promise<void> } {
  const client = useQueryClient();
  const queryKey = [showJob.name, jobId];
  const { data: progress } = useQuery({
    queryKey,
    queryFn: () => sendOperatorCall(showJob, { jobId: jobId ?? "" }, { isBackground: true }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data.job) ? false : POLL_INTERVAL),
  });
  const state = progress?.job.state;
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (state === "done" || state === "undone") tell();
  }, [state]);
  return {
    progress,
    async undo() {
      if (jobId === null) return;
      await sendOperatorCall(undoJob, { jobId });
      await client.invalidateQueries({ queryKey });
    },
  };
}
