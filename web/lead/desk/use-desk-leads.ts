import { useEffect, useRef, useState } from "react";
import {
  markLead,
  noteLead,
  openLeads,
  planLeadCall,
  revealLead,
  unmarkLead,
  type ContactResult,
  type DeskLead,
  type LeadDeskView,
  type LeadDeskPage,
} from "#contract/lead/desk.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { describeFailure, asRefusal } from "../../ui/feedback/load-failure.ts";
import { useRefetchOnFocus } from "../../ui/hooks/use-refetch-on-focus.ts";
import { leadDeskMessages } from "./messages.ts";

const quiet = { isSilent: true } as const;
const idsOf = (page: LeadDeskPage | null): Set<string> => new Set(page?.leads.map(({ leadId }) => leadId));

/** Merges a reloaded first page with the later pages: withdrawn leads disappear, further pages stay. */
function mergePages(before: LeadDeskPage | null, first: LeadDeskPage): LeadDeskPage {
  const last = first.leads.at(-1)?.leadId;
  const at = before?.leads.findIndex(({ leadId }) => leadId === last) ?? -1;
  const known = idsOf(first);
  const rest = before?.leads.slice(at + 1).filter(({ leadId }) => !known.has(leadId)) ?? [];
  if (before === null || at === -1 || first.nextCursor === null || rest.length === 0) return first;
  return { ...first, leads: [...first.leads, ...rest], nextCursor: before.nextCursor };
}

export type LeadFilter = { readonly view: LeadDeskView; readonly keyword: string };
type ChangePage = (change: (before: LeadDeskPage) => LeadDeskPage) => void;

const isWaiting = ({ result, nextCallTime }: DeskLead): boolean =>
  result === null || result === "missed" || nextCallTime !== null;
/** Replaces a lead by its current version, or by a newer lead of its number. @param id the lead of the request */
function withLead(before: LeadDeskPage, id: string, lead: DeskLead): LeadDeskPage {
  const previous = before.leads.find(({ leadId }) => leadId === id);
  const waiting = before.waiting + (previous ? Number(isWaiting(lead)) - Number(isWaiting(previous)) : 0);
  const leads = before.leads
    .filter(({ leadId }) => leadId === id || leadId !== lead.leadId)
    .map((one) => (one.leadId === id ? lead : one));
  return { ...before, waiting, leads };
}

/** Runs one request on a lead after another, and shows the lead that it answers. */
function useLeadRequests(change: ChangePage, load: () => Promise<void>) {
  const [busy, setBusy] = useState<string | null>(null);
  const updateLead = (id: string, lead: DeskLead) => change((before) => withLead(before, id, lead));
  const run = async (leadId: string, request: () => Promise<DeskLead>): Promise<void> => {
    if (busy !== null) return;
    setBusy(leadId);
    try {
      updateLead(leadId, await request());
    } catch (error) {
      // The call itself reports failures.
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "notFound") {
        change((before) => ({ ...before, leads: before.leads.filter((one) => one.leadId !== leadId) }));
        await load();
      }
    } finally {
      setBusy(null);
    }
  };
  return { isBusy: busy !== null, run };
}

/** Actions on one lead after another: reveal its number, mark the call's outcome or undo the mark. */
function useLeadActions(
  { link, by }: { link: string; by: string },
  change: ChangePage,
  load: () => Promise<void>,
) {
  const { isBusy, run } = useLeadRequests(change, load);
  /** Revealed numbers with the lead's change time, since a changed lead may have another number. */
  const [numbers, setNumbers] = useState<Readonly<Record<string, { mobile: string; of: string }>>>({});
  return {
    /** A lead's full number, once revealed. */
    numberOf: ({ leadId, updatedTime }: DeskLead): string | null => {
      const shown = numbers[leadId];
      return shown?.of === updatedTime ? shown.mobile : null;
    },
    isBusy,
    reveal: ({ leadId }: DeskLead) =>
      run(leadId, async () => {
        const { mobile, lead } = await send(revealLead, { link, by, leadId });
        setNumbers((before) => ({ ...before, [lead.leadId]: { mobile, of: lead.updatedTime } }));
        return lead;
      }),
    /** @param testDriveTime agreed test drive, only with "reached" */
    mark: (
      { leadId, updatedTime, contactedTime, nextCallTime }: DeskLead,
      result: ContactResult,
      testDriveTime?: string,
    ) =>
      run(leadId, async () => {
        const args = { link, by, leadId, result, updatedTime, contactedTime, nextCallTime, testDriveTime };
        const { isDone, lead } = await send(markLead, args);
        if (!isDone) showToast(leadDeskMessages.changed);
        return lead;
      }),
    /** @param next null clears it */
    plan: ({ leadId, nextCallTime: seen }: DeskLead, next: string | null) =>
      run(leadId, async () => {
        const { isDone, lead } = await send(planLeadCall, { link, leadId, nextCallTime: next, seen });
        showToast(isDone ? leadDeskMessages.saved : leadDeskMessages.callChanged);
        return lead;
      }),
    /** @param key of the written text, the same for a repeated try @returns whether it is stored */
    addNote: async ({ leadId }: DeskLead, text: string, key: string): Promise<boolean> => {
      let isStored = false;
      await run(leadId, async () => {
        const { lead } = await send(noteLead, { link, by, leadId, text, key });
        isStored = true;
        return lead;
      });
      return isStored;
    },
    unmark: ({ leadId, contactedTime }: DeskLead) =>
      run(leadId, async () => {
        const args = { link, leadId, contactedTime: contactedTime ?? "" };
        const { isDone, lead } = await send(unmarkLead, args);
        showToast(isDone ? leadDeskMessages.undone : leadDeskMessages.another);
        return lead;
      }),
  };
}

/**
 * Leads of one filter, reloaded when the page becomes visible because new ones arrive and colleagues mark
 * them too.
 */
export function useDeskLeads(link: string, by: string, filter: LeadFilter) {
  const latestPage = useRef<LeadDeskPage | null>(null);
  const [news, setNews] = useState("");
  const loadPage = (cursor?: string) =>
    send(openLeads, { link, ...filter, ...(cursor !== undefined && { cursor }) }, quiet);
  const loaded = useRefetchOnFocus(async () => {
    const first = await loadPage().catch((error: unknown) => {
      setNews(describeFailure(error).title);
      throw error;
    });
    const before = latestPage.current;
    const known = idsOf(before);
    const fresh = before === null ? 0 : first.leads.filter(({ leadId }) => !known.has(leadId)).length;
    setNews(fresh > 0 ? leadDeskMessages.fresh(fresh) : "");
    return mergePages(before, first);
  });
  const { value: page, setValue, reason, load } = loaded;
  useEffect(() => {
    latestPage.current = page;
  }, [page]);
  const change: ChangePage = (apply) => setValue((before) => before && apply(before));
  const more = async (cursor: string): Promise<void> => {
    const next = await loadPage(cursor);
    change((before) => {
      const known = idsOf(before);
      return { ...next, leads: [...before.leads, ...next.leads.filter(({ leadId }) => !known.has(leadId))] };
    });
  };
  /** Reload by a press, which always shows its result. */
  const refresh = async (): Promise<void> => {
    await load();
    setNews((current) => (current === "" ? leadDeskMessages.noneNew : current));
  };
  return { page, reason, load, refresh, more, news, ...useLeadActions({ link, by }, change, load) };
}
