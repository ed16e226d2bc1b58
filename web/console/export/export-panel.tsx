import { exportLists, type ExportRow } from "#contract/console/export/exports.ts";
import { formatWithYear } from "#contract/core/date-text.ts";
import { FactList } from "../kit/display/fact-list.tsx";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useSession } from "../shell/index.ts";
import { PanelActs } from "./export-acts.tsx";
import { ExportBadge, ExportBar } from "./export-state.tsx";
import * as exportCss from "./export.module.css";
import { exportPageMessages } from "./messages.ts";

const { panel: texts, formats, full, failures, noFilter, columns: labels } = exportPageMessages;

/** “820 KB”, “5.5 MB”. */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
const timeOf = (time: string | null): string | null => time && formatWithYear(time);

/** One file with what is in it. */
export function ExportPanel({ row, onClose }: { row: ExportRow; onClose: () => void }) {
  const { operator } = useSession();
  return (
    <SidePanel
      title={exportLists[row.list]}
      subtitle={texts.number(row.exportId)}
      badge={<ExportBadge row={row} />}
      footer={<PanelActs row={row} />}
      onClose={onClose}
    >
      {row.state === "waiting" && <ExportBar row={row} />}
      <FactList
        facts={[
          [labels.state, row.failure && failures[row.failure]],
          [labels.rows, row.rowCount.toLocaleString("en")],
          [texts.format, formats[row.format]],
          [texts.people, row.isFull ? full : texts.masked],
          [texts.columns, texts.columnCount(row.columns.length)],
          [texts.by, operator.name],
          [labels.created, timeOf(row.createdTime)],
          [texts.asOf, timeOf(row.asOf)],
          [texts.finished, timeOf(row.finishedTime)],
          [labels.expires, timeOf(row.expiresTime)],
          [texts.fetched, row.fetchedTime === null ? texts.notFetched : timeOf(row.fetchedTime)],
          [texts.size, row.bytes === null ? null : sizeOf(row.bytes)],
        ]}
      />
      <section>
        <h3>{texts.filter}</h3>
        {row.filterWords.length === 0 ? (
          <p className={utilityCss.secondary}>{noFilter}</p>
        ) : (
          <FactList
            facts={row.filterWords.map(({ label, value }) => [
              label,
              <span key={label} data-private>
                {value}
              </span>,
            ])}
          />
        )}
      </section>
      {row.checksum !== null && (
        <section>
          <h3>{texts.checksum}</h3>
          <code className={exportCss.checksum}>{row.checksum}</code>
        </section>
      )}
    </SidePanel>
  );
}
