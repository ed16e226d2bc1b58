import { complaintKind } from "#contract/club/complaints.ts";
import type { ComplaintFilter } from "#contract/console/club/complaints.ts";
import type { FilterValues, ListFilter } from "../../kit/list/list-address.ts";
import { clubPageMessages } from "../messages.ts";
import { complaintMessages } from "./messages.ts";

const { filters: labels, ages } = complaintMessages;
const optionsOf = <V extends string>(names: Readonly<Record<V, string>>) =>
  (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }));

/** Filters of the open and of the decided complaints; `groups`: the groups to choose from. */
export const complaintFilters = (
  isDecided: boolean,
  groups: readonly { readonly value: string; readonly label: string }[],
): readonly ListFilter[] => [
  {
    kind: "select",
    name: "kind",
    label: labels.kind,
    options: complaintKind.options.map((value) => ({ value, label: clubPageMessages.kinds[value] })),
  },
  { kind: "select", name: "reason", label: labels.reason, options: optionsOf(clubPageMessages.reasons) },
  ...(isDecided
    ? [
        {
          kind: "select",
          name: "decision",
          label: labels.decision,
          options: optionsOf(clubPageMessages.decisions),
        } as const,
      ]
    : [{ kind: "select", name: "age", label: labels.age, options: optionsOf(ages) } as const]),
  ...(groups.length === 0
    ? []
    : [{ kind: "select", name: "group", label: labels.group, options: groups } as const]),
];

/** The value if it is one of the names. */
const among = <V extends string>(
  names: Readonly<Record<V, unknown>>,
  value: string | undefined,
): V | undefined => (value !== undefined && value in names ? (value as V) : undefined);
const toFilter = (state: "open" | "decided", values: FilterValues): ComplaintFilter => {
  const kind = among(clubPageMessages.kinds, values["kind"]?.[0]);
  const reason = among(clubPageMessages.reasons, values["reason"]?.[0]);
  const age = among(ages, values["age"]?.[0]);
  const decision = among(clubPageMessages.decisions, values["decision"]?.[0]);
  const groupId = values["group"]?.[0];
  return {
    state,
    ...(kind !== undefined && { kind }),
    ...(reason !== undefined && { reason }),
    ...(age !== undefined && state === "open" && { age }),
    ...(decision !== undefined && state === "decided" && { decision }),
    ...(groupId !== undefined && { groupId }),
  };
};
export const toOpenFilter = (values: FilterValues): ComplaintFilter => toFilter("open", values);
export const toDecidedFilter = (values: FilterValues): ComplaintFilter => toFilter("decided", values);
