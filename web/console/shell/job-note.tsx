import { useState } from "react";
import { jobKinds } from "#contract/console/jobs.ts";
import { Refusal } from "#contract/core/errors.ts";
import { downloadTextFile } from "../../platform/browser/download.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { ShareBar } from "../kit/display/badge.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { shellMessages } from "./messages.ts";
import { useJob, type JobProgress } from "./use-job.ts";

const { job: texts } = shellMessages;

/** A cell of a CSV file; one that begins like a formula is kept a text. */
const cell = (text: string): string =>
  `"${(/^[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
const toCsv = ({ faults }: JobProgress): string =>
  [
    [texts.row, texts.id, texts.fault],
    // A tab keeps a spreadsheet from rounding the id.
    ...faults.map(({ row, id, fault }) => [String(row), `\t${id}`, fault]),
  ]
    .map((line) => line.map(cell).join(","))
    .join("\r\n");

function resultWords({ job, faults }: JobProgress): string {
  if (job.state === "running" || job.state === "undoing")
    return texts.running(job.done + job.refused, job.count);
  return job.state === "undone" ? texts.undone(job.undone, faults.length) : texts.done(job.done, job.refused);
}

type JobNoteProps = {
  /** null: no bulk act was started. */
  jobId: string | null;
  /** Runs each time the act or its undoing has ended: the rows are other ones. */
  onEnd: () => void;
  onClose: () => void;
};
/** Progress and result of a bulk act, with its undoing (requirements CO37, CO38). */
export function JobNote({ jobId, onEnd, onClose }: JobNoteProps) {
  const { progress, undo } = useJob(jobId, onEnd);
  const [fault, setFault] = useState<string | null>(null);
  if (jobId === null || progress === undefined) return null;
  const { job, faults } = progress;
  const isRunning = job.state === "running" || job.state === "undoing";
  const takeBack = async (): Promise<void> => {
    try {
      await undo();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.message);
    }
  };
  const download = (): void =>
    downloadTextFile(texts.fileName, "text/csv;charset=utf-8", `\uFEFF${toCsv(progress)}`);
  return (
    <NoteBar tone={isRunning ? "info" : faults.length > 0 ? "warn" : "ok"}>
      <span className={`${utilityCss.row} ${utilityCss.wrapped}`}>
        <b>{jobKinds[job.kind]}</b>
        <span>{resultWords(progress)}</span>
        {isRunning && <ShareBar label={jobKinds[job.kind]} value={job.done + job.refused} max={job.count} />}
        {fault !== null && <span role="alert">{fault}</span>}
        <span className={utilityCss.grow} />
        {!isRunning && faults.length > 0 && (
          <ConsoleButton isSmall onClick={download}>
            {texts.download}
          </ConsoleButton>
        )}
        {job.undoUntil !== null && (
          <ConsoleButton isSmall onClick={() => void takeBack()}>
            {texts.undo}
          </ConsoleButton>
        )}
        {!isRunning && (
          <ConsoleButton isSmall look="quiet" onClick={onClose}>
            {texts.close}
          </ConsoleButton>
        )}
      </span>
    </NoteBar>
  );
}
