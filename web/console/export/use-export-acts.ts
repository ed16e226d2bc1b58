import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { ExportRow } from "#contract/console/export/exports.ts";
import { Refusal } from "#contract/core/errors.ts";
import { showResult } from "../kit/feedback/toasts.tsx";
import { saveExport } from "../shell/index.ts";
import { endExport, exportKeys, makeAgain } from "./api.ts";
import { exportPageMessages as texts } from "./messages.ts";

/** Acts of a file, and the share of it that has been fetched. */
export type ExportActs = {
  /** null: it is not being fetched. */
  readonly share: number | null;
  readonly isBusy: boolean;
  readonly download: () => Promise<void>;
  readonly again: () => Promise<void>;
  /** Stops or deletes it. @throws Refusal */
  readonly end: () => Promise<void>;
};

/** Acts of one file; what is refused is shown. */
export function useExportActs({ exportId, state }: Pick<ExportRow, "exportId" | "state">): ExportActs {
  const client = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: [exportKeys.list] });
  async function tryIt(act: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      setBusy(false);
      setShare(null);
      await refresh();
    }
  }
  return {
    share,
    isBusy,
    download: () =>
      tryIt(async () => {
        setShare(0);
        await saveExport(exportId, setShare);
      }),
    again: () =>
      tryIt(async () => {
        await makeAgain(exportId);
        showResult(texts.againDone);
      }),
    async end() {
      await endExport(exportId);
      showResult(state === "waiting" ? texts.cancelled : texts.removed);
      await refresh();
    },
  };
}
