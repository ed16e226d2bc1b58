import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { operatorRoles } from "#contract/console/rights.ts";
import { listOperatorSessions, type ListedOperatorSession } from "#contract/console/session.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { FactList } from "../kit/display/fact-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { scopeWords } from "../kit/display/scope-words.ts";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { Panel, WithAside } from "../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import type { Column } from "../kit/table/column.ts";
import { DataTable } from "../kit/table/data-table.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import { ConsolePage, useSession } from "../shell/index.ts";
import { endOwnSession, loadOwnSessions } from "./api.ts";
import { ownLoginsMessages as messages } from "./messages.ts";

/** Recovery codes from which a new invitation is advised. */
const FEW_CODES = 3;

const columns = (onEnd: (session: ListedOperatorSession) => void): Column<ListedOperatorSession>[] => [
  { id: "browser", label: messages.browser, cell: ({ browser }) => browser, isWide: true },
  { id: "method", label: messages.method, cell: ({ method }) => messages.methods[method] },
  {
    id: "network",
    label: messages.network,
    cell: ({ network }) => network,
    isNumber: true,
    hideBelow: "narrow",
  },
  {
    id: "created",
    label: messages.loggedIn,
    cell: ({ createdTime }) => formatShort(createdTime),
    isNumber: true,
    hideBelow: "narrow",
  },
  { id: "used", label: messages.used, cell: ({ usedTime }) => formatShort(usedTime), isNumber: true },
  {
    id: "act",
    label: messages.act,
    cell: (session) =>
      session.isThis ? (
        <Badge tone="brand">{messages.thisOne}</Badge>
      ) : (
        <ConsoleButton
          look="quiet"
          isSmall
          aria-label={messages.endOne(session.browser)}
          onClick={() => onEnd(session)}
        >
          {messages.end}
        </ConsoleButton>
      ),
  },
];

/** 我的登录: the operator's own sessions, account and grants. */
export function OwnLoginsPage() {
  const client = useQueryClient();
  const { session } = useSession();
  const [isAsking, setAsking] = useState(false);
  const query = useQuery({ queryKey: [listOperatorSessions.name], queryFn: loadOwnSessions });
  const { mutateAsync: end } = useMutation({
    mutationFn: endOwnSession,
    onSuccess: ({ ended }) => {
      showResult(messages.ended(ended));
      return client.invalidateQueries({ queryKey: [listOperatorSessions.name] });
    },
    onError: (error) => showResult(error.message, { isError: true }),
  });
  const shown = columns(({ sessionId }) => void end({ sessionId }).catch(() => undefined));
  return (
    <ConsolePage title={messages.title}>
      <WithAside aside={<Account />}>
        <Panel
          title={messages.sessions}
          hint={messages.sessionsHint(session.idleMinutes)}
          actions={
            <ConsoleButton isSmall onClick={() => setAsking(true)}>
              {messages.endOthers}
            </ConsoleButton>
          }
          isFlush
        >
          <QueryState query={query} skeleton={<TableSkeleton columns={shown} rows={2} />}>
            {({ sessions }) => (
              <DataTable
                isInset
                label={messages.sessions}
                columns={shown}
                rows={sessions}
                rowId={({ sessionId }) => sessionId}
                rowName={({ browser }) => browser}
              />
            )}
          </QueryState>
        </Panel>
      </WithAside>
      <ConfirmDialog
        isOpen={isAsking}
        title={messages.endOthers}
        text={messages.endOthersText}
        confirm={messages.endOthers}
        onConfirm={async () => {
          await end({ sessionId: "others" });
        }}
        onClose={() => setAsking(false)}
      />
    </ConsolePage>
  );
}

/** The operator's account, recovery codes and grants. */
function Account() {
  const { operator, grants, isDirectoryAccount, recoveryCodes } = useSession();
  return (
    <>
      <Panel title={messages.account}>
        <FactList
          facts={[
            [messages.name, operator.name],
            [messages.kind, isDirectoryAccount ? messages.directoryAccount : messages.builtInAccount],
            [
              messages.recoveryCodes,
              recoveryCodes &&
                messages.recoveryLeft(
                  recoveryCodes.left,
                  recoveryCodes.usedTime === null ? null : formatShort(recoveryCodes.usedTime),
                ),
            ],
          ]}
        />
        {recoveryCodes !== null && recoveryCodes.left < FEW_CODES && (
          <NoteBar tone="warn">{messages.recoveryLow}</NoteBar>
        )}
      </Panel>
      <Panel title={messages.grants}>
        <FactList
          facts={grants.map(({ role, scope, source }) => [
            operatorRoles[role],
            `${scopeWords(scope)} · ${messages[source]}`,
          ])}
        />
      </Panel>
    </>
  );
}
