import { Refusal } from "#contract/errors.ts";
import { markLead, openLeads, revealLead, unmarkLead, type DeskLead } from "#contract/lead-desk.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { shownName } from "#contract/shown-name.ts";
import { toldAnswers } from "#contract/told-answers.ts";
import { momentOf } from "../activity/index.ts";
import { createStaffLinks, type StaffLink } from "../database/staff-links.ts";
import { theStaff } from "../http/acting.ts";
import type { Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { cityOf } from "../location/index.ts";
import {
  deskStore,
  wantsDesk,
  type DeskPosition,
  type DeskRow,
  type DeskStore,
  type OpenDesk,
  type WantedDesk,
} from "./desk-store.ts";
import { words } from "./words.ts";

/** A link by which a dealer's staff see and call an activity's leads. */
type LeadLink = StaffLink & {
  readonly activityId: string;
  readonly title: string;
  readonly dealerId: string | null;
};
export type LeadDesk = {
  /** Makes a link. @returns its token: shown once, kept as a hash */
  addLink(wish: { activityId: string; dealerId?: string; days?: number }): Promise<string>;
  /** The last links, newest first. */
  links(): Promise<LeadLink[]>;
  /** @returns whether there was one to revoke */
  revoke(linkId: string): Promise<boolean>;
  /** What a link may be wanted for. */
  wanted(): Promise<WantedDesk[]>;
};

const toDeskLead = (row: DeskRow, { form }: OpenDesk): DeskLead => ({
  leadId: row.lead_id,
  name: row.name,
  mobile: maskMobile(row.mobile),
  cityName: cityOf(row.city_code)?.shortName ?? null,
  dealerName: row.dealer && shownName(row.dealer),
  seriesName: row.series_name,
  answers: toldAnswers(form, row.answers),
  source: row.source,
  updatedTime: momentOf(row.updated_time),
  revealedBy: row.revealed_by,
  revealedTime: row.revealed_time && momentOf(row.revealed_time),
  result: row.contact_result,
  contactedBy: row.contacted_by,
  contactedTime: row.contacted_time && momentOf(row.contacted_time),
});

const writeCursor = ({ time, id }: DeskPosition): string =>
  Buffer.from(`${time}.${id}`).toString("base64url");
/** @throws Refusal "invalid" for anything that `writeCursor` did not make */
function readCursor(text: string): DeskPosition {
  const found = /^(\d{12,14})\.(\d{1,19})$/.exec(Buffer.from(text, "base64url").toString());
  if (!found) throw new Refusal("invalid", { fields: { cursor: words.brokenCursor } });
  return { time: Number(found[1]), id: found[2] ?? "" };
}

/** The moment that a caller names; what they do not name stays as it is. */
const momentIn = <T extends null | undefined>(text: string | T): Date | T =>
  typeof text === "string" ? new Date(text) : text;

const gone = () => new Refusal("notFound", { message: words.leadGone });
/** A lead as it stands. @throws Refusal "notFound" where it is withdrawn, or another link's */
async function leadOf(store: DeskStore, link: OpenDesk, leadId: string): Promise<DeskRow> {
  const row = await store.find(link, leadId);
  if (row === null) throw gone();
  return row;
}

function deskRoutes({ clock, config }: Kit, calls: Calls, store: DeskStore): void {
  const linkOf = async (token: string): Promise<OpenDesk> => {
    const link = await store.open(token, new Date(clock.now()));
    if (link === null) throw new Refusal("notFound", { message: words.linkOver });
    return link;
  };
  const acting = (link: OpenDesk, caller: Caller) => ({
    actor: theStaff(link.link_id, caller, config.brand),
    now: new Date(clock.now()),
  });
  calls.on(openLeads, async ({ link: token, cursor, ...filter }) => {
    const link = await linkOf(token);
    const from = cursor === undefined ? null : readCursor(cursor);
    const [{ rows, next }, counts] = await Promise.all([store.page(link, filter, from), store.counts(link)]);
    return {
      title: link.title,
      dealerName: link.dealer && shownName(link.dealer),
      expiresTime: momentOf(link.expires_time),
      ...counts,
      leads: rows.map((row) => toDeskLead(row, link)),
      nextCursor: next && writeCursor(next),
    };
  });
  calls.on(revealLead, async ({ link: token, by, leadId }, caller) => {
    const link = await linkOf(token);
    const isShown = await store.reveal(link, leadId, { by: by.trim(), ...acting(link, caller) });
    if (isShown === null) throw gone();
    if (!isShown) throw new Refusal("tooMany", { message: words.tooManyReveals, retryAfterSeconds: 600 });
    const row = await leadOf(store, link, leadId);
    return { mobile: row.mobile, lead: toDeskLead(row, link) };
  });
  calls.on(markLead, async ({ link: token, by: given, leadId, result, ...told }, caller) => {
    const link = await linkOf(token);
    const by = given.trim();
    const seen = { updated: momentIn(told.updatedTime), contacted: momentIn(told.contactedTime) };
    const isNoted = await store.mark(link, { leadId, result, seen }, { by, ...acting(link, caller) });
    const row = await leadOf(store, link, leadId);
    // The same once more, whose answer was lost: it stands.
    const isDone = isNoted || (row.contact_result === result && row.contacted_by === by);
    return { isDone, lead: toDeskLead(row, link) };
  });
  calls.on(unmarkLead, async ({ link: token, leadId, contactedTime }, caller) => {
    const link = await linkOf(token);
    const isDone = await store.unmark(link, leadId, new Date(contactedTime), acting(link, caller));
    return { isDone, lead: toDeskLead(await leadOf(store, link, leadId), link) };
  });
}

/** The desk at which a dealer's staff call those who left a lead, by links (contract/lead-desk.ts). */
export function createLeadDesk(kit: Kit, calls: Calls): LeadDesk {
  deskRoutes(kit, calls, deskStore(kit.db));
  const links = createStaffLinks<{ activity_id: string; dealer_id: string | null }>(kit, "lead_link");
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
    wanted: () => wantsDesk(kit.db),
  };
}
