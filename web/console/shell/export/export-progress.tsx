import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { listExports, type ExportRow } from "#contract/console/export/exports.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ConsoleButton, ConsoleLink } from "../../kit/controls/console-button.tsx";
import { ShareBar } from "../../kit/display/badge.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { Modal } from "../../kit/overlay/modal.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { loadExport } from "./api.ts";
import { saveExport } from "./save-export.ts";
import { listExportMessages as texts } from "./messages.ts";

/** Interval in which the state of a file is asked for, ms. */
const POLL_INTERVAL = 1_000;

/** Words about a file that is not ready or failed. */
function stateWords({ state, failure, rowCount, expected, isExpectedExact }: ExportRow): string {
  if (failure !== null) return texts.failures[failure];
  if (state !== "waiting") return texts.stopped;
  const done = rowCount.toLocaleString("en");
  return isExpectedExact ? texts.progress(done, expected.toLocaleString("en")) : texts.progressOpen(done);
}

type ExportProgressProps = { title: string; exportId: string; onClose: () => void };

/** Follows a file until it is made, and then fetches it at once; closed before, it waits in 导出中心. */
export function ExportProgress({ title, exportId, onClose }: ExportProgressProps) {
  const { data: row } = useQuery({
    queryKey: [listExports.name, exportId],
    queryFn: () => loadExport(exportId),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? POLL_INTERVAL : false),
  });
  const [share, setShare] = useState(0);
  const isReady = row?.state === "ready";
  // Begins as soon as the file is ready.
  const download = useQuery({
    queryKey: ["download", exportId],
    queryFn: async () => {
      await saveExport(exportId, setShare);
      return true;
    },
    enabled: isReady,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <ConsoleLink look="quiet" to="/exports" onClick={onClose}>
            {texts.toCentre}
          </ConsoleLink>
          <span className={utilityCss.grow} />
          {isReady && !download.isFetching && (
            <ConsoleButton onClick={() => void download.refetch()}>{texts.downloadAgain}</ConsoleButton>
          )}
          <ConsoleButton look="primary" onClick={onClose}>
            {texts.close}
          </ConsoleButton>
        </>
      }
    >
      <div className={utilityCss.stack}>
        {row && isReady ? (
          <FetchState row={row} share={download.data === true ? 1 : share} fault={download.error} />
        ) : row && row.state !== "waiting" ? (
          <NoteBar tone="error">{stateWords(row)}</NoteBar>
        ) : (
          <Making row={row ?? null} />
        )}
      </div>
    </Modal>
  );
}

const Making = ({ row }: { row: ExportRow | null }) => (
  <>
    <output className={utilityCss.row}>
      <b>{texts.making}</b>
      <span className={utilityCss.secondary}>{row && stateWords(row)}</span>
    </output>
    <ShareBar label={texts.making} value={row?.rowCount ?? 0} max={row?.expected ?? 1} />
    <p className={`${utilityCss.caption} ${utilityCss.muted}`}>{texts.goesOn}</p>
  </>
);

type FetchStateProps = { row: ExportRow; share: number; fault: Error | null };
const FetchState = ({ row, share, fault }: FetchStateProps) =>
  fault === null ? (
    <NoteBar tone="ok">
      {texts.ready(row.rowCount.toLocaleString("en"))} ·{" "}
      {share < 1 ? texts.downloading(Math.round(share * 100)) : texts.downloaded}
    </NoteBar>
  ) : (
    <NoteBar tone="error">{fault instanceof Refusal ? fault.message : texts.notFetched}</NoteBar>
  );
