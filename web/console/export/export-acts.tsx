import { useState } from "react";
import type { ExportRow } from "#contract/console/export/exports.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { exportPageMessages as texts } from "./messages.ts";
import { useExportActs } from "./use-export-acts.ts";

/** The one act of a row that its state asks for. */
export function RowAct({ row }: { row: ExportRow }) {
  const { share, isBusy, download, again, end } = useExportActs(row);
  if (row.state === "ready")
    return (
      <ConsoleButton isSmall isBusy={isBusy} onClick={() => void download()}>
        {share === null ? texts.download : texts.downloading(Math.round(share * 100))}
      </ConsoleButton>
    );
  if (row.state === "waiting")
    return (
      <ConsoleButton isSmall look="quiet" onClick={() => void end()}>
        {texts.cancel}
      </ConsoleButton>
    );
  return (
    <ConsoleButton isSmall look="quiet" isBusy={isBusy} onClick={() => void again()}>
      {texts.again}
    </ConsoleButton>
  );
}

/** All acts of a file, in its panel. */
export function PanelActs({ row }: { row: ExportRow }) {
  const { share, isBusy, download, again, end } = useExportActs(row);
  const [isRemoving, setRemoving] = useState(false);
  const isReady = row.state === "ready";
  return (
    <>
      {isReady && (
        <ConsoleButton look="primary" isBusy={isBusy} onClick={() => void download()}>
          {share === null ? texts.download : texts.downloading(Math.round(share * 100))}
        </ConsoleButton>
      )}
      {row.state === "waiting" ? (
        <ConsoleButton onClick={() => void end()}>{texts.cancel}</ConsoleButton>
      ) : (
        <ConsoleButton isBusy={!isReady && isBusy} onClick={() => void again()}>
          {texts.again}
        </ConsoleButton>
      )}
      {isReady && (
        <ConsoleButton look="dangerOutline" onClick={() => setRemoving(true)}>
          {texts.remove}
        </ConsoleButton>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={texts.removeTitle}
        text={texts.removeText}
        confirm={texts.remove}
        isDanger
        onConfirm={end}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}
