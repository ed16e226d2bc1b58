import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  exportLists,
  listExports,
  MAX_EXPORT_ROWS,
  showExportChoices,
  type ExportListName,
} from "#contract/console/export/exports.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import type { FilterWord } from "../../kit/list/list-filters.tsx";
import { Modal } from "../../kit/overlay/modal.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import type { ListSort } from "../../kit/table/column.ts";
import { askForExport, loadExportChoices } from "./api.ts";
import type { ExportedFilter, FoundCount } from "./exported.ts";
import { ExportForm, startChoice, type ExportChoice } from "./export-form.tsx";
import { ExportProgress } from "./export-progress.tsx";
import { listExportMessages as texts } from "./messages.ts";
import * as exportCss from "./export.module.css";

type ExportDialogProps = {
  list: ExportListName;
  exported: ExportedFilter;
  words: readonly FilterWord[];
  sort: ListSort | null;
  found: FoundCount | undefined;
  onClose: () => void;
};

const countText = ({ count, isCountExact }: FoundCount): string =>
  count.toLocaleString("en") + (isCountExact ? "" : "+");

/** Dialog of an export: columns, format and masking, then the progress with the download. */
export function ExportDialog(props: ExportDialogProps) {
  const { list, onClose } = props;
  const [exportId, setExportId] = useState<string | null>(null);
  const choices = useQuery({
    queryKey: [showExportChoices.name, list],
    queryFn: () => loadExportChoices(list),
  });
  const title = texts.title(exportLists[list]);
  if (exportId !== null) return <ExportProgress title={title} exportId={exportId} onClose={onClose} />;
  return (
    <Modal
      isOpen
      isWide
      onClose={onClose}
      title={title}
      text={<FoundRows found={props.found} words={props.words} />}
    >
      <QueryState query={choices} skeleton={<div className={exportCss.skeleton} />}>
        {(data) => <Choice {...props} choices={data} onAsked={setExportId} />}
      </QueryState>
    </Modal>
  );
}

/** Rows that are expected, and the filter by which. */
function FoundRows({ found, words }: Pick<ExportDialogProps, "found" | "words">) {
  const count = found === undefined ? "–" : countText(found);
  return (
    <div className={`${utilityCss.row} ${utilityCss.wrapped} ${utilityCss.secondary}`}>
      <span>{words.length === 0 ? texts.allRows(count) : texts.rows(count)}</span>
      {words.map(({ label, value }) => (
        <Badge key={label}>
          <span data-private>{`${label} ${value}`}</span>
        </Badge>
      ))}
    </div>
  );
}

type ChoiceProps = ExportDialogProps & {
  choices: Awaited<ReturnType<typeof loadExportChoices>>;
  onAsked: (exportId: string) => void;
};
function Choice({ list, exported, words, sort, found, choices, onAsked, onClose }: ChoiceProps) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<ExportChoice>(() => startChoice(choices));
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isEmpty = found?.count === 0;
  async function start(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const { exportId } = await askForExport({
        list,
        filter: { ...exported.filter },
        ...(exported.asOf !== undefined && { asOf: exported.asOf }),
        ...(typeof exported.keyword === "string" && { keyword: exported.keyword }),
        ...(sort !== null && { sort: { ...sort } }),
        ...choice,
        filterWords: words.map(({ label, value }) => ({ label, value: value.slice(0, 400) })),
      });
      void client.invalidateQueries({ queryKey: [listExports.name] });
      void client.invalidateQueries({ queryKey: [showExportChoices.name, list] });
      onAsked(exportId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      className={utilityCss.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !isEmpty && choice.columns.length > 0) void start();
      }}
    >
      <ExportForm choices={choices} value={choice} onChange={setChoice} />
      {isEmpty && <NoteBar tone="mute">{texts.nothing}</NoteBar>}
      {found !== undefined && found.count > MAX_EXPORT_ROWS && (
        <NoteBar tone="warn">{texts.tooMany(MAX_EXPORT_ROWS.toLocaleString("en"))}</NoteBar>
      )}
      {fault !== null && <NoteBar tone="error">{fault}</NoteBar>}
      <div className={utilityCss.row}>
        <span className={`${utilityCss.grow} ${utilityCss.caption} ${utilityCss.muted}`}>{texts.kept}</span>
        <ConsoleButton onClick={onClose}>{texts.cancel}</ConsoleButton>
        <ConsoleButton
          type="submit"
          look="primary"
          isBusy={isBusy}
          disabled={isEmpty || choice.columns.length === 0}
        >
          {texts.start}
        </ConsoleButton>
      </div>
    </form>
  );
}
