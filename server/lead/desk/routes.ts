import { trimmed } from "#contract/core/text.ts";
import { Refusal } from "#contract/core/errors.ts";
import {
  markLead,
  noteLead,
  openLeads,
  planLeadCall,
  revealLead,
  unmarkLead,
  type DeskLead,
} from "#contract/lead/desk.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { labelAnswers } from "#contract/signup/labelled-answers.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { limitMisses } from "../../database/shared-tables/staff-link-misses.ts";
import { createStaffLinks, noteLinkUse, type StaffLink } from "../../database/shared-tables/staff-links.ts";
import { staffActor } from "../../http/security/audit-actor.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import { cityOf } from "../../location/index.ts";
import {
  leadDeskStore,
  listLeadLinkCandidates,
  type LeadDeskStore,
  type OpenLeadLink,
  type LeadLinkCandidate,
} from "./store.ts";
import type { DeskEntry, LeadDeskCursor } from "./entries-store.ts";
import { isAgreeable } from "./rules.ts";
import { leadMessages } from "../messages.ts";

/** A link that lets dealer staff see and call an activity's leads. */
type LeadLink = StaffLink & {
  readonly activityId: string;
  readonly title: string;
  readonly dealerId: string | null;
};
export type LeadDesk = {
  /** Creates a link. @returns its token, shown once and stored as a hash */
  addLink(options: { activityId: string; dealerId?: string; days?: number }): Promise<string>;
  /** The last links, newest first. */
  links(): Promise<LeadLink[]>;
  /** @returns whether there was one to revoke */
  revoke(linkId: string): Promise<boolean>;
  /** Activities for which a link is useful. */
  linkCandidates(): Promise<LeadLinkCandidate[]>;
};

const presentDeskLead = (row: DeskEntry, { form }: OpenLeadLink): DeskLead => ({
  leadId: row.lead_id,
  name: row.name,
  mobile: maskMobile(row.mobile),
  cityName: cityOf(row.city_code)?.shortName ?? null,
  dealerName: row.dealer && dealerDisplayName(row.dealer),
  seriesName: row.series_name,
  answers: labelAnswers(form, row.answers),
  source: row.source,
  updatedTime: toShanghaiIso(row.updated_time),
  revealedBy: row.revealed_by,
  revealedTime: row.revealed_time && toShanghaiIso(row.revealed_time),
  result: row.contact_result,
  contactedBy: row.contacted_by,
  contactedTime: row.contacted_time && toShanghaiIso(row.contacted_time),
  nextCallTime: row.next_call_time && toShanghaiIso(row.next_call_time),
  testDriveTime: row.test_drive_time && toShanghaiIso(row.test_drive_time),
  notes: row.notes.map(({ note_id, note_text, written_by, written_time }) => ({
    noteId: note_id,
    text: note_text,
    by: written_by,
    time: toShanghaiIso(written_time),
  })),
  others: row.others.map((other) => ({
    leadId: other.lead_id,
    name: other.name,
    seriesName: other.series_name,
    answers: labelAnswers(form, other.answers),
    source: other.source,
    updatedTime: toShanghaiIso(other.updated_time),
  })),
});

const writeCursor = ({ at, order, time, id }: LeadDeskCursor): string =>
  Buffer.from(`${at}.${order}.${Number.isNaN(time) ? "" : time}.${id}`).toString("base64url");
/**
 * @param now ms; cursors of earlier releases have only time and id of the order "update"
 * @throws Refusal "invalid" for anything that `writeCursor` did not make
 */
function readCursor(text: string, now: number): LeadDeskCursor {
  const found = /^(?:(\d{12,14})\.(call|update)\.)?(\d{12,14}|)\.(\d{1,19}|)$/.exec(
    Buffer.from(text, "base64url").toString(),
  );
  if (!found) throw new Refusal("invalid", { fields: { cursor: leadMessages.brokenCursor } });
  const [, at, order, time, id = ""] = found;
  return {
    at: at === undefined ? now : Number(at),
    order: order === "call" ? "call" : "update",
    time: time === "" || id === "" ? NaN : Number(time),
    id,
  };
}

/** Parses a time; passes null and undefined through. */
const momentIn = <T extends null | undefined>(text: string | T): Date | T =>
  typeof text === "string" ? new Date(text) : text;

const leadNotFound = () => new Refusal("notFound", { message: leadMessages.leadGone });
/** Reads a lead of the link. @throws Refusal "notFound" if it is withdrawn or out of the link's scope */
async function leadOf(store: LeadDeskStore, link: OpenLeadLink, leadId: string): Promise<DeskEntry> {
  const row = await store.find(link, leadId);
  if (row === null) throw leadNotFound();
  return row;
}

/** Checks and steps that the routes of the desk share. */
function deskSteps({ clock, config, db }: AppContext, store: LeadDeskStore) {
  const linkOf = async (token: string): Promise<OpenLeadLink> => {
    const link = await store.openLink(token, new Date(clock.now()));
    if (link === null) throw new Refusal("notFound", { message: leadMessages.linkOver });
    await noteLinkUse(db, "lead_link", link, new Date(clock.now()));
    return link;
  };
  const actionContext = (link: OpenLeadLink, caller: Caller) => ({
    actor: staffActor(link.link_id, caller, config.brand),
    now: new Date(clock.now()),
  });
  /** Parses the time of a field. @throws Refusal "invalid" unless it is ahead, within a year */
  const agreedTime = (field: string, text: string | null | undefined): Date | null => {
    const time = momentIn(text) ?? null;
    if (time !== null && !isAgreeable(time.getTime(), clock.now()))
      throw new Refusal("invalid", { fields: { [field]: leadMessages.notAhead } });
    return time;
  };
  const limited = <T>(link: OpenLeadLink, attempt: () => Promise<T>): Promise<T> =>
    limitMisses({ db, clock }, link.link_id, attempt);
  return { linkOf, actionContext, agreedTime, limited };
}
type DeskSteps = ReturnType<typeof deskSteps>;

function listRoutes({ clock }: AppContext, calls: RpcRouter, store: LeadDeskStore, steps: DeskSteps): void {
  const { linkOf, actionContext, limited } = steps;
  calls.on(openLeads, async ({ link: token, cursor, waitingOnly, view, keyword }) => {
    const link = await linkOf(token);
    const now = clock.now();
    const from = cursor === undefined ? now : readCursor(cursor, now);
    const filter = { view: view ?? (waitingOnly ? "waiting" : "all"), keyword } as const;
    const [{ rows, next }, counts] = await Promise.all([
      store.page(link, filter, from),
      store.counts(link, now),
    ]);
    return {
      title: link.title,
      dealerName: link.dealer && dealerDisplayName(link.dealer),
      expiresTime: toShanghaiIso(link.expires_time),
      ...counts,
      leads: rows.map((row) => presentDeskLead(row, link)),
      nextCursor: next && writeCursor(next),
    };
  });
  calls.on(revealLead, async ({ link: token, by, leadId }, caller) => {
    const link = await linkOf(token);
    const action = { by: trimmed(by), ...actionContext(link, caller) };
    return limited(link, async () => {
      const isShown = await store.reveal(link, leadId, action);
      if (isShown === null) throw leadNotFound();
      if (!isShown)
        throw new Refusal("tooMany", { message: leadMessages.tooManyReveals, retryAfterSeconds: 600 });
      const row = await leadOf(store, link, leadId);
      return { mobile: row.mobile, lead: presentDeskLead(row, link) };
    });
  });
}

function resultRoutes(calls: RpcRouter, store: LeadDeskStore, steps: DeskSteps): void {
  const { linkOf, actionContext, agreedTime, limited } = steps;
  calls.on(markLead, async ({ link: token, by: given, leadId, result, testDriveTime, ...shown }, caller) => {
    const link = await linkOf(token);
    const by = trimmed(given);
    const expected = {
      updated: momentIn(shown.updatedTime),
      contacted: momentIn(shown.contactedTime),
      nextCall: momentIn(shown.nextCallTime),
    };
    const testDrive = result === "reached" ? agreedTime("testDriveTime", testDriveTime) : null;
    const action = { by, ...actionContext(link, caller) };
    return limited(link, async () => {
      const isNoted = await store.mark(link, { leadId, result, testDrive, expected }, action);
      const row = await leadOf(store, link, leadId);
      // A retry after a lost response: the same result is already stored.
      const isDone = isNoted || (row.contact_result === result && row.contacted_by === by);
      return { isDone, lead: presentDeskLead(row, link) };
    });
  });
  calls.on(unmarkLead, async ({ link: token, leadId, contactedTime }, caller) => {
    const link = await linkOf(token);
    return limited(link, async () => {
      const isDone = await store.unmark(link, leadId, new Date(contactedTime), actionContext(link, caller));
      return { isDone, lead: presentDeskLead(await leadOf(store, link, leadId), link) };
    });
  });
}

function followUpRoutes(calls: RpcRouter, store: LeadDeskStore, steps: DeskSteps): void {
  const { linkOf, actionContext, agreedTime, limited } = steps;
  calls.on(planLeadCall, async ({ link: token, leadId, nextCallTime, seen }, caller) => {
    const link = await linkOf(token);
    const time = agreedTime("nextCallTime", nextCallTime);
    return limited(link, async () => {
      const plan = { leadId, time, seen: momentIn(seen) };
      const isSet = await store.plan(link, plan, actionContext(link, caller));
      const row = await leadOf(store, link, leadId);
      // A retry after a lost response: the same time is already stored.
      const isDone = isSet || row.next_call_time?.getTime() === time?.getTime();
      return { isDone, lead: presentDeskLead(row, link) };
    });
  });
  calls.on(noteLead, async ({ link: token, by, leadId, key, text }, caller) => {
    const link = await linkOf(token);
    const action = { by: trimmed(by), ...actionContext(link, caller) };
    return limited(link, async () => {
      const isStored = await store.addNote(link, { leadId, key, text: trimmed(text) }, action);
      if (isStored === null) throw leadNotFound();
      if (!isStored)
        throw new Refusal("tooMany", { message: leadMessages.tooManyNotes, retryAfterSeconds: 600 });
      return { lead: presentDeskLead(await leadOf(store, link, leadId), link) };
    });
  });
}

/** Lead desk: dealer staff call the people who left a lead, authorised by links (contract/lead/desk.ts). */
export function createLeadDesk(context: AppContext, calls: RpcRouter): LeadDesk {
  const store = leadDeskStore(context.db);
  const steps = deskSteps(context, store);
  listRoutes(context, calls, store, steps);
  resultRoutes(calls, store, steps);
  followUpRoutes(calls, store, steps);
  const links = createStaffLinks<{ activity_id: string; dealer_id: string | null }>(context, "lead_link");
  return {
    addLink: ({ activityId, dealerId, days }) =>
      links.add({ activity_id: activityId, dealer_id: dealerId ?? null }, days),
    links: async () =>
      (await links.listOfActivities()).map(({ scope, ...link }) => ({
        ...link,
        activityId: scope.activity_id,
        dealerId: scope.dealer_id,
      })),
    revoke: links.revoke,
    linkCandidates: () => listLeadLinkCandidates(context.db),
  };
}
