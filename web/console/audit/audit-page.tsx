import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  auditDoor,
  type AuditDoor,
  type AuditFilter,
  type ListedAuditEntry,
} from "#contract/console/watch/audit.ts";
import { useWideScreen } from "../../platform/browser/use-wide-screen.ts";
import { DocumentIcon } from "../kit/controls/console-icons.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { WithAside } from "../kit/layout/page-layout.tsx";
import { readDays, type FilterValues, type ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList, type ListRows } from "../kit/list/use-list.ts";
import { SidePanel } from "../kit/overlay/side-panel.tsx";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, ListExport, useSavedViews } from "../shell/index.ts";
import { auditKeys, loadAuditChoices, loadAuditEntries, type AuditChoices } from "./api.ts";
import { AuditEntryCard, EntryFacts } from "./entry-card.tsx";
import { aboutWords, actorWords, contentWords, timeWords } from "./entry-words.ts";
import { auditPageMessages } from "./messages.ts";
import { SealCard } from "./seal-card.tsx";

const { columns: names, filters: filterNames, doors, empty, list: listName, note, title } = auditPageMessages;

const columns: readonly Column<ListedAuditEntry>[] = [
  { id: "time", label: names.time, cell: timeWords, isNumber: true, isSortable: true },
  { id: "actor", label: names.actor, cell: actorWords },
  { id: "door", label: names.door, cell: ({ door }) => doors[door], hideBelow: "narrow" },
  { id: "action", label: names.action, cell: ({ actionName }) => actionName },
  { id: "about", label: names.about, cell: aboutWords, isWide: true },
  { id: "content", label: names.content, cell: contentWords, hideBelow: "narrow" },
  { id: "request", label: filterNames.find, cell: ({ requestId }) => requestId ?? "", isOptional: true },
];

const NO_CHOICES: AuditChoices = { actions: [], operators: [] };
const filtersOf = ({ actions, operators }: AuditChoices): readonly ListFilter[] => [
  { kind: "days", name: "days", label: filterNames.days },
  {
    kind: "multi",
    name: "operator",
    label: filterNames.operator,
    options: operators.map(({ operatorId, name }) => ({ value: operatorId, label: name })),
  },
  {
    kind: "multi",
    name: "action",
    label: filterNames.action,
    options: actions.map(({ action, name }) => ({ value: action, label: name })),
  },
  {
    kind: "multi",
    name: "door",
    label: filterNames.door,
    options: auditDoor.options.map((value) => ({ value, label: doors[value] })),
  },
  // A number may be typed that is somebody's mobile.
  { kind: "text", name: "find", label: filterNames.find, placeholder: filterNames.findHint, isPrivate: true },
];
const isDoor = (text: string): text is AuditDoor => (auditDoor.options as readonly string[]).includes(text);
function toFilter(values: FilterValues): AuditFilter {
  const { from, to } = readDays(values["days"]);
  const of = (name: string): string[] => [...(values[name] ?? [])];
  const find = values["find"]?.[0];
  return {
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(of("operator").length > 0 && { operatorIds: of("operator") }),
    ...(of("action").length > 0 && { actions: of("action") }),
    ...(of("door").length > 0 && { doors: of("door").filter(isDoor) }),
    ...(find !== undefined && { find }),
  };
}

const entryIn = (page: ListRows<ListedAuditEntry> | undefined, id: string | null): ListedAuditEntry | null =>
  page?.rows.find(({ auditId }) => auditId === id) ?? null;

/** 操作日志: who did what to what, by which door, and the seals of its days (requirement CO103). */
export function AuditPage() {
  const choices = useQuery({ queryKey: auditKeys.choices, queryFn: loadAuditChoices });
  const filters = useMemo(() => filtersOf(choices.data ?? NO_CHOICES), [choices.data]);
  const list = useList<AuditFilter, "time", ListedAuditEntry>({
    name: auditKeys.list,
    filters,
    toFilter,
    load: loadAuditEntries,
  });
  const { navigation, query } = list;
  const views = useSavedViews("audit", filters, navigation);
  const isWide = useWideScreen();
  const close = (): void => navigation.setOpen(null);
  const find = (id: string): void => navigation.setFilter("find", [id]);
  return (
    <ConsolePage title={title} right="audit.read">
      <WithAside
        aside={
          <>
            {isWide && <AuditEntryCard entry={entryIn(query.data, navigation.address.open)} onFind={find} />}
            <SealCard />
          </>
        }
      >
        <ListPage
          list={list}
          tools={<ListExport list="audit" of={list} />}
          views={views}
          right="audit.read"
          label={listName}
          columns={columns}
          rowId={({ auditId }) => auditId}
          rowName={(entry) => `${timeWords(entry)} ${entry.actionName}`}
          secondLine={(entry) => `${doors[entry.door]} · ${contentWords(entry)}`}
          note={note}
          empty={<EmptyPage icon={<DocumentIcon size={20} />} title={empty.title} text={empty.text} />}
          panel={(id) => {
            const entry = entryIn(query.data, id);
            // A wide window shows the entry beside the list.
            return isWide || entry === null ? null : (
              <SidePanel key={id} title={entry.actionName} subtitle={timeWords(entry)} onClose={close}>
                <EntryFacts entry={entry} onFind={find} />
              </SidePanel>
            );
          }}
        />
      </WithAside>
    </ConsolePage>
  );
}
