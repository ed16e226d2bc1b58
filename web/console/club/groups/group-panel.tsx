import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ManagedGroup } from "#contract/console/club/groups.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { FactList } from "../../kit/display/fact-list.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { SidePanel } from "../../kit/overlay/side-panel.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import { useMay } from "../../shell/index.ts";
import { clubKeys, loadManagedGroup } from "../api.ts";
import * as clubCss from "../club.module.css";
import { PersonCell } from "../person-cell.tsx";
import { GroupBadge, membersText } from "./group-columns.tsx";
import { CloseGroupDialog, EditGroupDialog, LeaderDialog } from "./group-dialogs.tsx";
import { managedGroupMessages } from "./messages.ts";

const { panel: texts, ...words } = managedGroupMessages;
type Dialog = "edit" | "leader" | "close";

function GroupFacts({ detail }: { detail: ManagedGroup }) {
  const { group, managers, series } = detail;
  const names = group.seriesCodes.map((code) => series.find((one) => one.code === code)?.name ?? code);
  return (
    <FactList
      facts={[
        [texts.leader, <PersonCell key="leader" person={group.leader} />],
        [
          texts.managers,
          managers.length === 0 ? (
            texts.noManagers
          ) : (
            <span key="managers" data-private>
              {managers.map(({ name }) => name).join("、")}
            </span>
          ),
        ],
        [texts.members, membersText(group)],
        [texts.applicants, group.applicants],
        [texts.articles, texts.articlesOf(group.articles, group.recentArticles)],
        [
          texts.complaints,
          group.openComplaints === 0 ? (
            0
          ) : (
            <Link key="complaints" className={utilityCss.link} to={`/complaints?group=${group.groupId}`}>
              {texts.seeComplaints(group.openComplaints)}
            </Link>
          ),
        ],
        [words.columns.join, words.joins[group.joinMode]],
        [texts.city, group.cityName ?? words.nationwide],
        [texts.series, names.length === 0 ? words.everySeries : names.join("、")],
        [texts.created, formatDateTime(group.createdTime)],
        [texts.closed, group.closedTime === null ? null : formatDateTime(group.closedTime)],
      ]}
    />
  );
}

type GroupPanelProps = { groupId: string; onChanged: () => Promise<void>; onClose: () => void };
/** One group with its texts, and its acts. */
export function GroupPanel({ groupId, onChanged, onClose }: GroupPanelProps) {
  const [open, setOpen] = useState<Dialog | null>(null);
  const canManage = useMay("club.group");
  const query = useQuery({ queryKey: clubKeys.group(groupId), queryFn: () => loadManagedGroup(groupId) });
  const detail = query.data;
  const isOpen = detail?.group.closedTime === null;
  const dialog = detail && { detail, onChanged, onClose: () => setOpen(null) };
  return (
    <SidePanel
      title={detail?.group.name ?? words.noun}
      subtitle={<span className={utilityCss.number}>{texts.id(groupId)}</span>}
      badge={detail && <GroupBadge group={detail.group} />}
      {...(canManage &&
        isOpen && {
          footer: (
            <>
              <ConsoleButton look="primary" onClick={() => setOpen("edit")}>
                {words.edit}
              </ConsoleButton>
              <ConsoleButton onClick={() => setOpen("leader")}>{words.changeLeader}</ConsoleButton>
              <ConsoleButton look="dangerOutline" onClick={() => setOpen("close")}>
                {words.close}
              </ConsoleButton>
            </>
          ),
        })}
      onClose={onClose}
    >
      <QueryState
        query={query}
        skeleton={<TableSkeleton columns={[]} />}
        thing={{ noun: words.noun, list: "/groups" }}
      >
        {(shown) => (
          <>
            <section className={clubCss.content}>
              {shown.group.coverUrl !== "" && (
                <img
                  className={clubCss.cover}
                  src={pictureUrl(shown.group.coverUrl, { width: 840, height: 280 })}
                  alt=""
                  loading="lazy"
                />
              )}
              <p className={clubCss.plain}>{shown.intro}</p>
              <p className={`${clubCss.plain} ${utilityCss.secondary}`}>{shown.rules || texts.noRules}</p>
            </section>
            <section>
              <GroupFacts detail={shown} />
            </section>
          </>
        )}
      </QueryState>
      {open === "edit" && dialog && <EditGroupDialog {...dialog} />}
      {open === "leader" && dialog && <LeaderDialog {...dialog} />}
      {open === "close" && dialog && <CloseGroupDialog {...dialog} />}
    </SidePanel>
  );
}
