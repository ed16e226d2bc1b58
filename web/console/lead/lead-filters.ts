import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { leadState, type LeadListFilter, type LeadState } from "#contract/console/leads.ts";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { leadKeys, leadQuery, loadAssignees, loadLeadChoices, type LeadQuery } from "./api.ts";
import { leadPageMessages } from "./messages.ts";

const { filters: texts, states, sla } = leadPageMessages;
type Sla = NonNullable<LeadListFilter["sla"]>;

/** Filters of the list of leads, with the choices in the operator's scope. */
export function useLeadFilters(): readonly ListFilter[] {
  const { data: choices } = useQuery({
    queryKey: leadKeys.choices,
    queryFn: loadLeadChoices,
    staleTime: 60_000,
  });
  const { data: staff } = useQuery({
    queryKey: leadKeys.assignees,
    queryFn: loadAssignees,
    staleTime: 30_000,
  });
  return useMemo(
    () => [
      {
        kind: "select",
        name: "dealer",
        label: texts.dealer,
        options: (choices?.dealers ?? []).map(({ dealerId, name }) => ({ value: dealerId, label: name })),
      },
      {
        kind: "select",
        name: "assignee",
        label: texts.assignee,
        options: (staff?.assignees ?? []).map(({ operatorId, name }) => ({ value: operatorId, label: name })),
      },
      {
        kind: "select",
        name: "activity",
        label: texts.activity,
        options: (choices?.activities ?? []).map(({ activityId, title }) => ({
          value: activityId,
          label: title,
        })),
      },
      {
        kind: "multi",
        name: "state",
        label: texts.state,
        options: leadState.options.map((state) => ({ value: state, label: states[state] })),
      },
      {
        kind: "select",
        name: "sla",
        label: texts.sla,
        options: (Object.keys(sla) as Sla[]).map((value) => ({ value, label: sla[value] })),
      },
      { kind: "text", name: "person", label: texts.person, placeholder: texts.personHint, isPrivate: true },
    ],
    [choices, staff],
  );
}

const isState = (text: string): text is LeadState => (leadState.options as readonly string[]).includes(text);
const isSla = (text: string | undefined): text is Sla => text !== undefined && text in sla;

/** Filter of the call for the chosen values. */
export function toLeadFilter(values: FilterValues): LeadQuery {
  const one = (name: string): string | undefined => values[name]?.[0];
  const states = (values["state"] ?? []).filter(isState);
  const [activityId, dealerId, assigneeId] = [one("activity"), one("dealer"), one("assignee")];
  const chosen = one("sla");
  return leadQuery(
    {
      ...(activityId !== undefined && { activityId }),
      ...(dealerId !== undefined && { dealerId }),
      ...(assigneeId !== undefined && { assigneeId }),
      ...(states.length > 0 && { states }),
      ...(isSla(chosen) && { sla: chosen }),
    },
    one("person") ?? "",
  );
}
