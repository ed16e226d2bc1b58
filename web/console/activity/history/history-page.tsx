import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ConsoleActivityDetail } from "#contract/console/activity/activities.ts";
import type { ActivityVersion } from "#contract/console/activity/versions.ts";
import { Refusal } from "#contract/core/errors.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { ChangeList } from "../../kit/display/change-list.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ActivityFrame, useActivityId } from "../activity-frame.tsx";
import { activityKeys, listVersions, refreshActivity, restoreOldVersion, showVersion } from "../api.ts";
import { FaultList } from "../fault-list.tsx";
import { consoleActivityTexts } from "../messages.ts";
import { historyMessages as texts } from "./messages.ts";
import { fieldLabel, fieldLabels, valueText } from "../value-text.ts";
import * as historyCss from "./history.module.css";

/** Every live change of an activity, with its fields old → new, and the way back (requirement CO88). */
export function ActivityHistoryPage() {
  const activityId = useActivityId();
  return <ActivityFrame>{(activity) => <History key={activityId} activity={activity} />}</ActivityFrame>;
}

function History({ activity }: { activity: ConsoleActivityDetail }) {
  const { activityId } = activity;
  const [search, setSearch] = useSearchParams();
  const query = useInfiniteQuery({
    queryKey: activityKeys.versions(activityId),
    queryFn: ({ pageParam }) => listVersions(activityId, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? [];
  const live = query.data?.pages[0]?.liveRevision ?? activity.revision;
  const chosen = Number(search.get("version") ?? versions[0]?.revision ?? 0);
  if (query.data !== undefined && versions.length === 0)
    return <EmptyPage title={texts.empty} text={texts.emptyText} />;
  return (
    <div className={historyCss.split}>
      <Panel title={texts.title} isLined isFlush>
        <ul className={historyCss.list} aria-label={texts.label}>
          {versions.map((version) => (
            <li key={version.revision}>
              <button
                type="button"
                aria-current={version.revision === chosen}
                onClick={() => setSearch({ version: String(version.revision) })}
              >
                <VersionLine version={version} isLive={version.revision === live} />
              </button>
            </li>
          ))}
        </ul>
        {query.hasNextPage && (
          <div className={utilityCss.padded}>
            <ConsoleButton
              isSmall
              onClick={() => void query.fetchNextPage()}
              isBusy={query.isFetchingNextPage}
            >
              {texts.older}
            </ConsoleButton>
          </div>
        )}
      </Panel>
      {chosen > 0 && <VersionPanel activity={activity} revision={chosen} live={live} />}
    </div>
  );
}

const authorOf = ({ by, door }: ActivityVersion): string =>
  by ?? consoleActivityTexts.doors[door] ?? consoleActivityTexts.staffLink;

const VersionLine = ({ version, isLive }: { version: ActivityVersion; isLive: boolean }) => (
  <>
    <span className={utilityCss.row}>
      <b>{texts.revision(version.revision)}</b>
      {isLive && <Badge tone="ok">{texts.live}</Badge>}
      <span className={utilityCss.grow} />
      <time dateTime={version.time}>{formatShort(version.time)}</time>
    </span>
    <small>
      {authorOf(version)} · {version.fields.length === 0 ? texts.original : fieldLabels(version.fields)}
    </small>
  </>
);

type VersionPanelProps = { activity: ConsoleActivityDetail; revision: number; live: number };
function VersionPanel({ activity, revision, live }: VersionPanelProps) {
  const { activityId } = activity;
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const query = useQuery({
    queryKey: [...activityKeys.versions(activityId), revision],
    queryFn: () => showVersion(activityId, revision),
  });
  const restore = async (): Promise<void> => {
    try {
      const done = await restoreOldVersion(activityId, revision, live);
      showResult(texts.restored(done.revision));
      setFaults({});
    } catch (error) {
      if (error instanceof Refusal) setFaults(error.fields);
      throw error;
    } finally {
      await refreshActivity(client, activityId);
    }
  };
  return (
    <Panel
      title={texts.revision(revision)}
      actions={
        activity.canPublish &&
        revision !== live && <ConsoleButton onClick={() => setAsking(true)}>{texts.restore}</ConsoleButton>
      }
    >
      <QueryState query={query} skeleton={<div className={historyCss.skeleton} />}>
        {({ changes, restored }) => (
          <div className={utilityCss.stack}>
            <Differences title={texts.changes} changes={changes} none={texts.noChanges} />
            <Differences title={texts.compare} changes={restored} none={texts.same} />
          </div>
        )}
      </QueryState>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.restoreTitle(revision)}
        text={texts.restoreText}
        confirm={texts.restore}
        onConfirm={restore}
        onClose={() => setAsking(false)}
      >
        {Object.keys(faults).length > 0 && (
          <NoteBar tone="error">
            <FaultList faults={faults} />
          </NoteBar>
        )}
      </ConfirmDialog>
    </Panel>
  );
}

type Difference = { readonly field: string; readonly before: unknown; readonly after: unknown };
const Differences = ({
  title,
  changes,
  none,
}: {
  title: string;
  changes: readonly Difference[];
  none: string;
}) => (
  <section>
    <h3 className={utilityCss.title}>{title}</h3>
    {changes.length === 0 ? (
      <p className={utilityCss.secondary}>{none}</p>
    ) : (
      <ChangeList
        changes={changes.map(({ field, before, after }) => ({
          name: field,
          label: fieldLabel(field),
          from: valueText(field, before),
          to: valueText(field, after),
        }))}
      />
    )}
  </section>
);
