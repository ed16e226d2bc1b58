import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { BasicVersion, ConsoleDealer } from "#contract/console/basics/dealers.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { ChangeList } from "../kit/display/change-list.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { dealerKeys, loadDealerVersions, sendDealerRestore } from "./api.ts";
import { usePlaces } from "./dealer-fields.tsx";
import * as dealerCss from "./dealer.module.css";
import { dealerPageMessages } from "./messages.ts";
import { basicFieldLabel, basicValueText } from "./value-text.ts";

const { history: texts } = dealerPageMessages;

/** Fields of a version of a dealer or series, old → new. */
export function Differences({ changes }: { changes: BasicVersion["changes"] }) {
  const { data: places } = usePlaces();
  return (
    <ChangeList
      changes={changes.map(({ field, before, after }) => ({
        name: field,
        label: basicFieldLabel(field),
        from: basicValueText(field, before, places),
        to: basicValueText(field, after, places),
      }))}
    />
  );
}

type RestoreProps = { dealer: ConsoleDealer; version: BasicVersion; onRestored: () => Promise<void> };
/** Puts a version back, after a question that shows what changes. */
function RestoreAction({ dealer, version, onRestored }: RestoreProps) {
  const [isOpen, setOpen] = useState(false);
  const { dealerId, revision: basedOn } = dealer;
  return (
    <>
      <ConsoleButton isSmall onClick={() => setOpen(true)}>
        {texts.restore}
      </ConsoleButton>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.restoreTitle(version.revision)}
        text={texts.restoreText}
        confirm={texts.restore}
        onConfirm={async () => {
          await sendDealerRestore({ dealerId, revision: version.revision, basedOn });
          showResult(texts.restored);
          await onRestored();
        }}
        onClose={() => setOpen(false)}
      >
        <Differences changes={version.restored.filter(({ field }) => field !== "isDisabled")} />
      </ConfirmDialog>
    </>
  );
}

type HistoryProps = { dealer: ConsoleDealer; onRestored: () => Promise<void> };
/** Each change of a dealer with its fields old → new, and the way back (requirement CO88). */
export function DealerHistory({ dealer, onRestored }: HistoryProps) {
  const { dealerId, revision: live, mayWrite } = dealer;
  const query = useQuery({
    queryKey: dealerKeys.versions(dealerId),
    queryFn: () => loadDealerVersions(dealerId),
  });
  return (
    <Panel title={texts.title}>
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />}>
        {({ versions }) =>
          versions.length === 0 ? (
            <p className={utilityCss.secondary}>{texts.empty}</p>
          ) : (
            <ol className={dealerCss.versions}>
              {versions.map((version) => (
                <li key={version.revision}>
                  <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
                    <b>{texts.revision(version.revision)}</b>
                    {version.revision === live && <Badge tone="ok">{texts.live}</Badge>}
                    <span className={`${utilityCss.caption} ${utilityCss.secondary} ${utilityCss.grow}`}>
                      {version.by ?? texts.doors[version.door] ?? version.door} · {formatShort(version.time)}
                    </span>
                    {mayWrite && version.restored.some(({ field }) => field !== "isDisabled") && (
                      <RestoreAction dealer={dealer} version={version} onRestored={onRestored} />
                    )}
                  </div>
                  {version.changes.length === 0 ? (
                    <p className={`${utilityCss.caption} ${utilityCss.muted}`}>{texts.original}</p>
                  ) : (
                    <Differences changes={version.changes} />
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
    </Panel>
  );
}
