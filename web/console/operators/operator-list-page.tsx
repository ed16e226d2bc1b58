import { listOperators, operatorStates, type ListedOperator } from "#contract/console/operators.ts";
import { operatorRoleNames, operatorRoles } from "#contract/console/rights.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { PeopleIcon } from "../../ui/icons/common-icons.tsx";
import { PlusIcon } from "../../ui/icons/mall-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList, type ListArguments, type ListRows } from "../kit/list/use-list.ts";
import type { Column } from "../kit/table/column.ts";
import {
  ConsolePage,
  ExportButton,
  useAddressDialog,
  useMay,
  useSavedViews,
  useShortcuts,
} from "../shell/index.ts";
import { loadOperators } from "./api.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { operatorMessages as messages } from "./messages.ts";
import { OperatorPanel } from "./operator-panel.tsx";
import { factorWords, roleWords, stateTones } from "./operator-words.ts";

const filters: readonly ListFilter[] = [
  {
    kind: "multi",
    name: "role",
    label: messages.filterRole,
    options: operatorRoleNames.map((value) => ({ value, label: operatorRoles[value] })),
  },
  {
    kind: "select",
    name: "state",
    label: messages.filterState,
    options: operatorStates.map((value) => ({ value, label: messages.states[value] })),
  },
  {
    kind: "text",
    name: "find",
    label: messages.filterName,
    placeholder: messages.filterName,
    isPrivate: true,
  },
];
const columns: readonly Column<ListedOperator>[] = [
  {
    id: "name",
    label: messages.name,
    cell: ({ name, isSelf }) => (isSelf ? `${name}（${messages.self}）` : name),
    isSortable: true,
  },
  {
    id: "login",
    label: messages.login,
    cell: ({ login }) => login ?? messages.directoryAccount,
    hideBelow: "narrow",
  },
  {
    id: "state",
    label: messages.state,
    cell: ({ state }) => <Badge tone={stateTones[state]}>{messages.states[state]}</Badge>,
  },
  { id: "roles", label: messages.roles, cell: roleWords, isWide: true },
  { id: "factor", label: messages.secondFactor, cell: factorWords, hideBelow: "medium" },
  {
    id: "used",
    label: messages.used,
    cell: ({ usedTime }) => (usedTime === null ? messages.never : formatShort(usedTime)),
    isNumber: true,
    isSortable: true,
  },
];

type Filter = { roles: readonly string[]; state: string; find: string };
const toFilter = (values: FilterValues): Filter => ({
  roles: values["role"] ?? [],
  state: values["state"]?.[0] ?? "",
  find: (values["find"]?.[0] ?? "").toLowerCase(),
});

const matches = ({ grants, state, name, login }: ListedOperator, filter: Filter): boolean =>
  (filter.roles.length === 0 || grants.some(({ role }) => filter.roles.includes(role))) &&
  (filter.state === "" || state === filter.state) &&
  `${name} ${login ?? ""}`.toLowerCase().includes(filter.find);

/** The call gives all operators, at most a few hundred; they are filtered and sorted here. */
async function load({
  filter,
  sort,
}: ListArguments<Filter, "name" | "used">): Promise<ListRows<ListedOperator>> {
  const { operators } = await loadOperators();
  const keyOf = ({ name, usedTime }: ListedOperator) => (sort?.by === "used" ? (usedTime ?? "") : name);
  const rows = operators.filter((operator) => matches(operator, filter));
  if (sort)
    rows.sort((one, other) => keyOf(one).localeCompare(keyOf(other), "zh") * (sort.isDescending ? -1 : 1));
  return { rows, next: null, count: rows.length, isCountExact: true, asOf: "" };
}

/** 操作员: who has an account, with which roles, by which second factor. */
export function OperatorListPage() {
  const [isInviting, setInviting] = useAddressDialog();
  const mayManage = useMay("operator.manage");
  useShortcuts([
    {
      keys: "n",
      label: messages.inviteOperator,
      group: messages.title,
      run: () => mayManage && setInviting(true),
    },
  ]);
  const list = useList({ name: listOperators.name, filters, toFilter, load });
  const views = useSavedViews("operators", filters, list.navigation);
  return (
    <ConsolePage
      title={messages.title}
      right="operator.read"
      {...(mayManage && {
        actions: (
          <ConsoleButton look="primary" onClick={() => setInviting(true)}>
            <PlusIcon size={16} />
            {messages.inviteOperator}
          </ConsoleButton>
        ),
      })}
    >
      <ListPage
        list={list}
        tools={<ExportButton list="operators" exported={{ filter: {} }} found={list.query.data} />}
        views={views}
        right="operator.read"
        label={messages.listName}
        columns={columns}
        rowId={({ operatorId }) => operatorId}
        rowName={({ name }) => name}
        secondLine={({ login }) => login ?? messages.directoryAccount}
        isFailing={({ state }) => state === "locked"}
        empty={<EmptyPage icon={<PeopleIcon size={20} />} title={messages.empty} text={messages.emptyText} />}
        panel={(operatorId) => {
          const operator = list.query.data?.rows.find((each) => each.operatorId === operatorId);
          return operator === undefined ? null : (
            <OperatorPanel
              key={operatorId}
              operator={operator}
              onClose={() => list.navigation.setOpen(null)}
            />
          );
        }}
      />
      {isInviting && mayManage && <InviteDialog onClose={() => setInviting(false)} />}
    </ConsolePage>
  );
}
