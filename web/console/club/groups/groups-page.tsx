import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { GroupFilter, GroupRow, ManagedGroup } from "#contract/console/club/groups.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { CommunityIcon } from "../../kit/controls/console-icons.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../../kit/list/list-address.ts";
import { ListPage } from "../../kit/list/list-page.tsx";
import { useList } from "../../kit/list/use-list.ts";
import { ConsolePage, ListExport, useMay, useSavedViews } from "../../shell/index.ts";
import { clubKeys, loadManagedGroups, loadGroupSeries } from "../api.ts";
import { clubPageMessages } from "../messages.ts";
import { groupColumns } from "./group-columns.tsx";
import { CreateGroupDialog } from "./group-dialogs.tsx";
import { GroupPanel } from "./group-panel.tsx";
import { managedGroupMessages as texts } from "./messages.ts";

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const filters: readonly ListFilter[] = [
  { kind: "select", name: "state", label: texts.filters.state, options: optionsOf(texts.states) },
  { kind: "select", name: "join", label: texts.filters.join, options: optionsOf(texts.joins) },
  { kind: "select", name: "leader", label: texts.filters.leader, options: optionsOf(texts.leaders) },
  { kind: "text", name: "find", label: texts.filters.keyword, placeholder: texts.filters.keywordHint },
];
function toFilter(values: FilterValues): GroupFilter {
  const [state, join, leader, find] = ["state", "join", "leader", "find"].map((name) => values[name]?.[0]);
  return {
    ...((state === "open" || state === "closed") && { state }),
    ...((join === "open" || join === "approval") && { joinMode: join }),
    ...((leader === "none" || leader === "some") && { hasNoLeader: leader === "none" }),
    ...(find !== undefined && { keyword: find }),
  };
}
const NO_SERIES: ManagedGroup["series"] = [];

/** 群组: the groups of the club; create, edit, choose the leader, close. */
export function GroupsPage() {
  const client = useQueryClient();
  const canManage = useMay("club.group");
  const [isCreating, setCreating] = useState(false);
  const series = useQuery({ queryKey: [clubKeys.series], queryFn: loadGroupSeries, enabled: isCreating });
  const list = useList<GroupFilter, "members" | "articles" | "created", GroupRow>({
    name: clubKeys.groups,
    filters,
    toFilter,
    load: loadManagedGroups,
  });
  const { navigation } = list;
  const views = useSavedViews("groups", filters, navigation);
  const refresh = async (groupId: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: clubKeys.group(groupId) });
    await client.invalidateQueries({ queryKey: clubKeys.groupMembers(groupId) });
    await client.invalidateQueries({ queryKey: [clubKeys.groups] });
  };
  const createButton = canManage && (
    <ConsoleButton look="primary" onClick={() => setCreating(true)}>
      {texts.create}
    </ConsoleButton>
  );
  return (
    <ConsolePage title={clubPageMessages.title} right="club.read" actions={createButton || undefined}>
      <ListPage
        list={list}
        tools={<ListExport list="groups" of={list} />}
        views={views}
        right="club.read"
        label={texts.list}
        columns={groupColumns}
        rowId={({ groupId }) => groupId}
        rowName={({ name }) => name}
        empty={<EmptyPage icon={<CommunityIcon size={20} />} {...texts.empty} />}
        panel={(groupId) => (
          <GroupPanel
            key={groupId}
            groupId={groupId}
            onChanged={() => refresh(groupId)}
            onClose={() => navigation.setOpen(null)}
          />
        )}
      />
      {isCreating && !series.isPending && (
        <CreateGroupDialog
          series={series.data?.series ?? NO_SERIES}
          onCreated={async (groupId) => {
            await refresh(groupId);
            navigation.setOpen(groupId);
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </ConsolePage>
  );
}
