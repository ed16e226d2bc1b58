import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import type { ConsoleActivityDetail } from "#contract/console/activity/activities.ts";
import { Initial } from "../kit/display/badge.tsx";
import { ActionMenu, type MenuAction } from "../kit/controls/action-menu.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { PageHead } from "../kit/layout/page-layout.tsx";
import { TableSkeleton } from "../kit/table/table-skeleton.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ConsolePage, useShownPaths, useMay } from "../shell/index.ts";
import { activityColumns, StateBadge } from "./activity-columns.tsx";
import { activityKeys, showActivity } from "./api.ts";
import { CallOffDialog } from "./call-off-dialog.tsx";
import { CloneDialog } from "./clone-dialog.tsx";
import { consoleActivityTexts as texts } from "./messages.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** Id of the activity in the page's address. */
export const useActivityId = (): string => useParams()["activityId"] ?? "";
const useActivity = (activityId: string): UseQueryResult<ConsoleActivityDetail, Error> =>
  useQuery({ queryKey: activityKeys.activity(activityId), queryFn: () => showActivity(activityId) });

/** Lists of the people and links of an activity, each filtered on it. */
const peoplePages = [
  { path: "/guests", label: texts.people.guests, filter: "activity" },
  { path: "/leads", label: texts.people.leads, filter: "activity" },
  { path: "/koc", label: texts.people.koc, filter: "activity" },
  { path: "/shares", label: texts.people.shares, filter: "activity" },
  // Links are found by the activity's title.
  { path: "/links", label: texts.people.links, filter: "find" },
] as const;

type OpenDialog = "publish" | "withdraw" | "callOff" | "clone" | null;
type FrameProps = {
  /** Names of the others who edit it. */
  editing?: readonly string[];
  /** Further buttons, before the publishing one. */
  actions?: ReactNode;
  /** Saves what is being typed before something is published. */
  beforePublish?: () => Promise<void>;
  children: (activity: ConsoleActivityDetail) => ReactNode;
};

/** Page of an activity: its title, tabs, state and acts. */
export function ActivityFrame({ editing = [], actions, beforePublish, children }: FrameProps) {
  const activityId = useActivityId();
  const query = useActivity(activityId);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const paths = useShownPaths();
  const mayCompose = useMay("page.write");
  const close = (): void => setDialog(null);
  const { data } = query;
  const base = `/activities/${activityId}`;
  const open = async (next: OpenDialog): Promise<void> => {
    if (next === "publish") await beforePublish?.();
    setDialog(next);
  };
  return (
    <ConsolePage
      title={data?.title ?? texts.title}
      crumb={{ to: "/activities", label: texts.title }}
      right="activity.read"
      beside={editing.length > 0 && <EditingNames names={editing} />}
      head={
        query.error !== null && data === undefined ? undefined : (
          <PageHead
            label={texts.pageTabs}
            tabs={[
              { to: base, label: texts.tabs.overview },
              { to: `${base}/edit`, label: texts.tabs.edit },
              { to: `${base}/sessions`, label: texts.tabs.sessions },
              ...(data?.activityType === "online" && mayCompose
                ? [{ to: `${base}/page`, label: texts.tabs.page }]
                : []),
              ...peoplePages
                .filter(({ path }) => paths.has(path))
                .map(({ path, label, filter }) => ({
                  to: `${path}?${filter}=${encodeURIComponent(filter === "find" ? (data?.title ?? "") : activityId)}`,
                  label,
                })),
              { to: `${base}/history`, label: texts.tabs.history },
            ]}
            actions={
              data && (
                <span className={utilityCss.row}>
                  <StateBadge state={data.state} />
                  {actions}
                  <ActivityActions activity={data} onOpen={(next) => void open(next)} />
                </span>
              )
            }
          />
        )
      }
    >
      <QueryState
        query={query}
        right="activity.read"
        thing={{ noun: texts.noun, list: "/activities" }}
        skeleton={<TableSkeleton columns={activityColumns(0)} />}
      >
        {(activity) => (
          <>
            {children(activity)}
            {dialog === "publish" && <PublishDialog activity={activity} onClose={close} />}
            {dialog === "withdraw" && <WithdrawDialog activity={activity} onClose={close} />}
            {dialog === "callOff" && <CallOffDialog activity={activity} onClose={close} />}
            {dialog === "clone" && <CloneDialog activity={activity} onClose={close} />}
          </>
        )}
      </QueryState>
    </ConsolePage>
  );
}

const EditingNames = ({ names }: { names: readonly string[] }) => (
  <output className={utilityCss.row}>
    <Initial name={names[0] ?? ""} />
    <span className={utilityCss.caption}>{texts.editing(names.join("、"))}</span>
  </output>
);

/** Word of the publishing button; null: there is nothing to publish. */
function publishWord({ state, draftFields }: ConsoleActivityDetail): string | null {
  if (state === "draft" || state === "scheduled") return texts.publish;
  if (state === "withdrawn" || state === "cancelled") return texts.republish;
  return draftFields.length > 0 ? texts.publishChanges : null;
}

function ActivityActions({
  activity,
  onOpen,
}: {
  activity: ConsoleActivityDetail;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const navigate = useNavigate();
  const word = publishWord(activity);
  const isShown = ["published", "changed", "ended"].includes(activity.state);
  const first: MenuAction[] = [
    { label: texts.actions.edit, onSelect: () => void navigate(`/activities/${activity.activityId}/edit`) },
    { label: texts.clone, onSelect: () => onOpen("clone") },
  ];
  const second: MenuAction[] = [
    ...(activity.canPublish && isShown
      ? [{ label: texts.withdraw, onSelect: () => onOpen("withdraw") }]
      : []),
    ...(activity.canCallOff && activity.state !== "cancelled" && activity.state !== "draft"
      ? [{ label: texts.callOff, isDanger: true, onSelect: () => onOpen("callOff") }]
      : []),
  ];
  return (
    <>
      {activity.canPublish && word !== null && (
        <ConsoleButton look="primary" onClick={() => onOpen("publish")}>
          {word}
        </ConsoleButton>
      )}
      <ActionMenu label={texts.actions.more} groups={second.length > 0 ? [first, second] : [first]} />
    </>
  );
}
