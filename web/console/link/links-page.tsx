import { useState } from "react";
import { useSearchParams } from "react-router";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  staffLinkKind,
  staffLinkState,
  type ListedStaffLink,
  type StaffLinkFilter,
} from "#contract/console/basics/links.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { QrIcon } from "../../ui/icons/detail-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { FigureButtons } from "../kit/display/figure-buttons.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList, type List, type ListRows } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, ListExport, useMay, useSavedViews, useShortcuts } from "../shell/index.ts";
import { linkKeys, loadLinkCounts, loadLinks } from "./api.ts";
import { LinkPanel } from "./link-panel.tsx";
import { LinkBadge, linkMaker, linkName, linkPart } from "./link-words.tsx";
import { MakeLinkDialog, type LinkTemplate } from "./make-dialog.tsx";
import { RevokeLinks } from "./revoke-links.tsx";
import { linkPageMessages as texts } from "./messages.ts";

const uses = ["inUse", "unused", "ending"] as const;
const filters: readonly ListFilter[] = [
  {
    kind: "multi",
    name: "kind",
    label: texts.filters.kind,
    options: staffLinkKind.options.map((value) => ({ value, label: texts.kinds[value] })),
  },
  {
    kind: "multi",
    name: "state",
    label: texts.filters.state,
    options: staffLinkState.options.map((value) => ({ value, label: texts.states[value] })),
  },
  {
    kind: "select",
    name: "use",
    label: texts.filters.use,
    options: uses.map((value) => ({ value, label: texts.uses[value] })),
  },
  {
    kind: "select",
    name: "maker",
    label: texts.filters.maker,
    options: [{ value: "own", label: texts.own }],
  },
  { kind: "text", name: "find", label: texts.filters.find, placeholder: texts.filters.find },
];
const columns: readonly Column<ListedStaffLink>[] = [
  { id: "link", label: texts.columns.link, isWide: true, cell: (link) => linkName(link) },
  {
    id: "dealer",
    label: texts.columns.dealer,
    hideBelow: "narrow",
    cell: (link) => linkPart(link) || (link.activityId === null ? "" : texts.wholeActivity),
  },
  { id: "maker", label: texts.columns.maker, hideBelow: "medium", cell: (link) => linkMaker(link) },
  {
    id: "created",
    label: texts.columns.created,
    isNumber: true,
    isSortable: true,
    hideBelow: "medium",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  {
    id: "used",
    label: texts.columns.used,
    isNumber: true,
    isSortable: true,
    cell: ({ lastUsedTime }) => (lastUsedTime === null ? texts.neverUsed : formatShort(lastUsedTime)),
  },
  {
    id: "expires",
    label: texts.columns.expires,
    isNumber: true,
    isSortable: true,
    hideBelow: "narrow",
    cell: ({ expiresTime }) => formatShort(expiresTime),
  },
  { id: "state", label: texts.columns.state, cell: (link) => <LinkBadge {...link} /> },
];

/** The values that are options of the contract; others may stand in an old address. */
const known = <V extends string>(options: readonly V[], values: readonly string[] | undefined): V[] =>
  options.filter((option) => values?.includes(option));
function toFilter(values: FilterValues): StaffLinkFilter {
  const kinds = known(staffLinkKind.options, values["kind"]);
  const states = known(staffLinkState.options, values["state"]);
  const [use] = known(uses, values["use"]);
  const keyword = values["find"]?.[0] ?? "";
  return {
    ...(kinds.length > 0 && { kinds }),
    ...(states.length > 0 && { states }),
    ...(use !== undefined && { use }),
    ...(values["maker"]?.[0] === "own" && { isOwn: true }),
    ...(keyword !== "" && { keyword }),
  };
}

/** Figures of all links in scope; pressing one shows its rows. */
function LinkFigures({ navigation }: Pick<List<StaffLinkFilter, ListedStaffLink>, "navigation">) {
  const { data } = useQuery({
    queryKey: [linkKeys.counts],
    queryFn: loadLinkCounts,
    refetchInterval: 60_000,
  });
  const { filters: chosen } = navigation.address;
  const isValidAlone = chosen["state"]?.length === 1 && chosen["state"][0] === "valid";
  return (
    <FigureButtons
      label={texts.figures.label}
      figures={(["valid", "inUse", "ending", "unused"] as const).map((id) => ({
        id,
        label: texts.figures[id],
        count: data?.[id] ?? null,
        isWarning: id === "ending",
      }))}
      chosen={chosen["use"]?.[0] ?? (isValidAlone ? "valid" : null)}
      onChoose={(id) => {
        const { use: _use, state: _state, ...others } = chosen;
        const shown = id === null ? {} : id === "valid" ? { state: [id] } : { use: [id] };
        navigation.showView({ ...navigation.address, filters: { ...others, ...shown }, view: null });
      }}
    />
  );
}

/** 员工链接: every link of staff, whoever made it; made, shown once, and revoked here (requirement CO72). */
export function LinksPage() {
  const client = useQueryClient();
  const canMake = useMay("link.make");
  const [search] = useSearchParams();
  const [template, setTemplate] = useState<LinkTemplate | null>(
    canMake && search.get("new") === "1" ? { activity: null } : null,
  );
  const list = useList<StaffLinkFilter, "created" | "used" | "expires", ListedStaffLink>({
    name: linkKeys.list,
    filters,
    toFilter,
    load: loadLinks,
  });
  const views = useSavedViews("links", filters, list.navigation);
  const { selection, filter, query, navigation } = list;
  const openNew = (): void => setTemplate({ activity: null });
  useShortcuts(canMake ? [{ keys: "n", label: texts.make, group: texts.title, run: openNew }] : []);
  // Ticked rows may be on pages that were shown before.
  const seen = client
    .getQueriesData<ListRows<ListedStaffLink>>({ queryKey: [linkKeys.list] })
    .flatMap(([, page]) => page?.rows ?? []);
  const isInUse = seen.some(
    (link) => link.isInUse && (selection.isEverything || selection.ids.has(link.linkId)),
  );
  const count = selection.isEverything ? (query.data?.count ?? 0) : selection.ids.size;
  return (
    <ConsolePage
      title={texts.title}
      right="link.read"
      {...(canMake && {
        actions: (
          <ConsoleButton look="primary" onClick={openNew}>
            {texts.make}
          </ConsoleButton>
        ),
      })}
    >
      <LinkFigures navigation={navigation} />
      <ListPage
        list={list}
        tools={<ListExport list="links" of={list} />}
        views={views}
        right="link.read"
        label={texts.list}
        columns={columns}
        rowId={({ linkId }) => linkId}
        rowName={linkName}
        secondLine={(link) => [linkPart(link), linkMaker(link)].filter(Boolean).join(" · ")}
        note={texts.note}
        empty={
          <EmptyPage icon={<QrIcon size={20} />} title={texts.empty.title} text={texts.empty.text}>
            {canMake && (
              <ConsoleButton look="primary" onClick={openNew}>
                {texts.make}
              </ConsoleButton>
            )}
          </EmptyPage>
        }
        {...(canMake && {
          bulk: (
            <RevokeLinks
              isSmall
              selection={
                selection.isEverything
                  ? { filter, count, asOf: query.data?.asOf ?? "" }
                  : { ids: [...selection.ids] }
              }
              count={count}
              isInUse={isInUse}
              onRevoked={selection.clear}
            />
          ),
        })}
        panel={(linkId) => (
          <LinkPanel
            key={linkId}
            linkId={linkId}
            onAgain={setTemplate}
            onClose={() => navigation.setOpen(null)}
          />
        )}
      />
      {template !== null && <MakeLinkDialog template={template} onClose={() => setTemplate(null)} />}
    </ConsolePage>
  );
}
