import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router";
import { guestState, type GuestFilterChoices, type GuestState } from "#contract/console/guests.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { sourceText } from "../kit/display/source-messages.ts";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { guestKeys, toGuestQuery, loadGuestChoices, type GuestQuery } from "./api.ts";
import { guestPageMessages } from "./messages.ts";

const { filters: texts, states, noSource } = guestPageMessages;
/** Value of the filter for sign-ups without a source, which the address cannot show as an empty text. */
const NO_SOURCE = "-";

/** The activity by which the page is filtered; its sessions and dealers are the other filters' choices. */
export const useChosenActivity = (): string | null =>
  new URLSearchParams(useLocation().search).get("activity");

/** Choices of the filters. */
export function useChoices(activityId: string | null): GuestFilterChoices | undefined {
  const { data } = useQuery({
    queryKey: guestKeys.choices(activityId),
    queryFn: () => loadGuestChoices(activityId),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return data;
}

export const sessionChoices = (choices: GuestFilterChoices | undefined) =>
  (choices?.sessions ?? []).map(({ sessionId, startTime, dealerName }) => ({
    value: sessionId,
    label: dealerName === null ? formatDateTime(startTime) : `${formatDateTime(startTime)} · ${dealerName}`,
  }));
export const activityOptions = (choices: GuestFilterChoices | undefined) =>
  (choices?.activities ?? []).map(({ activityId, title }) => ({ value: activityId, label: title }));
export const dealerOptions = (choices: GuestFilterChoices | undefined) =>
  (choices?.dealers ?? []).map(({ dealerId, name }) => ({ value: dealerId, label: name }));

/** Filters of the list of guests, with the choices in the operator's scope. */
export function useGuestFilters(): readonly ListFilter[] {
  const activityId = useChosenActivity();
  const choices = useChoices(activityId);
  return useMemo(() => {
    const sessions = activityId === null ? [] : sessionChoices(choices);
    const sources = (choices?.sources ?? []).map((source) => ({ value: source, label: sourceText(source) }));
    return [
      { kind: "select", name: "activity", label: texts.activity, options: activityOptions(choices) },
      ...(sessions.length > 0
        ? [{ kind: "select" as const, name: "session", label: texts.session, options: sessions }]
        : []),
      { kind: "select", name: "dealer", label: texts.dealer, options: dealerOptions(choices) },
      {
        kind: "multi",
        name: "state",
        label: texts.state,
        options: guestState.options.map((state) => ({ value: state, label: states[state] })),
      },
      {
        kind: "select",
        name: "source",
        label: texts.source,
        options: [...sources, { value: NO_SOURCE, label: noSource }],
      },
      { kind: "text", name: "person", label: texts.person, placeholder: texts.personHint, isPrivate: true },
    ];
  }, [activityId, choices]);
}

const isState = (text: string): text is GuestState =>
  (guestState.options as readonly string[]).includes(text);

/** Filter of the call for the chosen values. */
export function toGuestFilter(values: FilterValues): GuestQuery {
  const one = (name: string): string | undefined => values[name]?.[0];
  const source = one("source");
  const states = (values["state"] ?? []).filter(isState);
  const [activityId, sessionId, dealerId] = [one("activity"), one("session"), one("dealer")];
  return toGuestQuery(
    {
      ...(activityId !== undefined && { activityId }),
      ...(activityId !== undefined && sessionId !== undefined && { sessionId }),
      ...(dealerId !== undefined && { dealerId }),
      ...(states.length > 0 && { states }),
      ...(source !== undefined && { source: source === NO_SOURCE ? "" : source }),
    },
    one("person") ?? "",
  );
}
