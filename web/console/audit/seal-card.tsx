import { useRef, useState, type ChangeEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import type { DayCheck, DaySeal } from "#contract/console/watch/audit.ts";
import type { LineFault } from "#contract/console/watch/audit-seal.ts";
import { Refusal } from "#contract/core/errors.ts";
import { downloadTextFile } from "../../platform/browser/download.ts";
import { ShieldIcon } from "../../ui/icons/activity-icons.tsx";
import { ConsoleButton, ToolButton } from "../kit/controls/console-button.tsx";
import { DownloadIcon } from "../kit/controls/console-icons.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { auditKeys, loadDayCheck, downloadDay, loadSeals, type SealPage } from "./api.ts";
import * as auditCss from "./audit.module.css";
import { checkFile, type FileResult } from "./check-file.ts";
import { auditPageMessages } from "./messages.ts";

const { seals: texts } = auditPageMessages;

/** 8f2e·41bc: the first and last digits of a seal, as people compare them. */
const shortSeal = (seal: string): string => `${seal.slice(0, 4)}·${seal.slice(-4)}`;
/** 11.26 of 2026-11-26. */
const shortDay = (day: string): string => `${Number(day.slice(5, 7))}.${day.slice(8)}`;
const isIntact = ({ isChained, faultCount }: DayCheck): boolean => isChained && faultCount === 0;

const Faults = ({ faults, count }: { faults: readonly LineFault[]; count: number }) => (
  <ul className={auditCss.faults}>
    {faults.map((fault) => (
      <li key={`${fault.kind} ${fault.line} ${fault.auditId}`}>
        {texts.fault(fault)}
        {fault.auditId !== null && <span className={auditCss.id}> {fault.auditId}</span>}
      </li>
    ))}
    {count > faults.length && <li>{texts.moreFaults(count - faults.length)}</li>}
  </ul>
);

function CheckBadge({ seal, check }: { seal: DaySeal; check: DayCheck | undefined }) {
  if (!seal.isKept) return <Badge>{texts.expired}</Badge>;
  if (check === undefined) return <span />;
  if (isIntact(check)) return <Badge tone="ok">{texts.intact}</Badge>;
  return <Badge tone="error">{check.isChained ? texts.faults(check.faultCount) : texts.unchained}</Badge>;
}

/** Runs an act of the card; a refusal is shown. */
async function showFailure(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showResult(error.message, { isError: true });
  }
}

const save = (day: string): Promise<void> =>
  showFailure(async () => {
    downloadTextFile(texts.fileName(day), "application/jsonl;charset=utf-8", await downloadDay(day));
  });

function SealRows({ seals, checks }: { seals: readonly DaySeal[]; checks: ReadonlyMap<string, DayCheck> }) {
  return (
    <ul className={auditCss.seals}>
      {seals.map((seal) => (
        <li key={seal.day}>
          <time dateTime={seal.day}>{shortDay(seal.day)}</time>
          <code title={seal.seal}>{texts.lines(shortSeal(seal.seal), seal.lines)}</code>
          <CheckBadge seal={seal} check={checks.get(seal.day)} />
          <ToolButton
            isSmall
            label={texts.download(shortDay(seal.day))}
            icon={<DownloadIcon size={16} />}
            disabled={!seal.isKept}
            onClick={() => void save(seal.day)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Result of a check of the table, day by day: only what is wrong has a line. */
const CheckNotes = ({ checks }: { checks: ReadonlyMap<string, DayCheck> }) => {
  const changed = [...checks].filter(([, check]) => !isIntact(check));
  if (changed.length === 0) return null;
  return (
    <>
      {changed.map(([day, check]) => (
        <NoteBar key={day} tone="error">
          <b>{texts.ofDay(day)}</b> {check.isChained ? texts.faults(check.faultCount) : texts.unchained}
          <Faults faults={check.faults} count={check.faultCount} />
        </NoteBar>
      ))}
      <NoteBar tone="warn">{texts.changed}</NoteBar>
    </>
  );
};

const FileNote = ({ result }: { result: FileResult }) => (
  <NoteBar tone={result.isIntact ? "ok" : "error"}>
    {result.words}
    {result.faults.length > 0 && <Faults faults={result.faults} count={result.faultCount} />}
  </NoteBar>
);

/** 每日封存: seals of the days, with download and check (requirement CO103). */
export function SealCard() {
  const query = useQuery({ queryKey: auditKeys.seals, queryFn: () => loadSeals() });
  return (
    <Panel
      title={texts.title}
      {...(query.data &&
        query.data.unbrokenDays > 0 && {
          actions: <Badge tone="ok">{texts.unbroken(query.data.unbrokenDays)}</Badge>,
        })}
    >
      <p className={auditCss.caption}>{texts.text}</p>
      <QueryState query={query} skeleton={<div className={auditCss.seals} aria-busy="true" />}>
        {(data) => <Seals first={data} />}
      </QueryState>
    </Panel>
  );
}

function Seals({ first }: { first: SealPage }) {
  const [older, setOlder] = useState<SealPage[]>([]);
  const [checks, setChecks] = useState<ReadonlyMap<string, DayCheck>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const [file, setFile] = useState<FileResult | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const pages = [first, ...older];
  const seals = pages.flatMap((page) => page.seals);
  const last = seals.at(-1);

  const checkAll = async (): Promise<void> => {
    setBusy(true);
    setChecks(new Map());
    await showFailure(async () => {
      for (const { day, isKept } of seals) {
        if (!isKept) continue;
        const check = await loadDayCheck(day);
        setChecks((before) => new Map([...before, [day, check]]));
      }
    });
    setBusy(false);
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [chosen] = target.files ?? [];
    if (chosen) await showFailure(async () => setFile(await checkFile(await chosen.text())));
    // The same file may be chosen again.
    target.value = "";
  };
  const showOlder = (): Promise<void> =>
    showFailure(async () => {
      if (last === undefined) return;
      const page = await loadSeals(last.day);
      setOlder((before) => [...before, page]);
    });
  return (
    <>
      {seals.length === 0 ? (
        <p className={auditCss.seals}>{texts.none}</p>
      ) : (
        <SealRows seals={seals} checks={checks} />
      )}
      {pages.at(-1)?.hasMore === true && (
        <button type="button" className={utilityCss.link} onClick={() => void showOlder()}>
          {texts.more}
        </button>
      )}
      <div className={auditCss.notes}>
        <CheckNotes checks={checks} />
        {file !== null && <FileNote result={file} />}
      </div>
      <div className={auditCss.buttons}>
        {seals.length > 0 && (
          <ConsoleButton isWide isBusy={isBusy} onClick={() => void checkAll()}>
            <ShieldIcon size={16} />
            {checks.size > 0 && !isBusy ? texts.checkAgain : texts.check}
          </ConsoleButton>
        )}
        <ConsoleButton isWide onClick={() => input.current?.click()}>
          {texts.checkFile}
        </ConsoleButton>
        <input
          ref={input}
          type="file"
          accept=".jsonl,application/jsonl"
          className={auditCss.file}
          tabIndex={-1}
          aria-label={texts.checkFile}
          onChange={(event) => void choose(event)}
        />
      </div>
    </>
  );
}
