import * as z from "zod/mini";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { SignUpResult, SignUpState } from "#contract/signup/signup.ts";
import { database } from "../../platform/storage/client-database.ts";
import type { SignUpOffer } from "../api.ts";
import type { FormValues } from "../register/form-values.ts";

/** Everything the ticket shows, kept in store `signups` under the activity's id: readable without a network. */
const ticket = z.object({
  activityId: z.string(),
  activityType: z.enum(["localoffline", "online"]),
  ticketCode: z.string(),
  status: z.enum(["confirmed", "waitlisted"]),
  title: z.string(),
  coverUrl: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  address: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  dealerName: z.nullable(z.string()),
  seriesName: z.nullable(z.string()),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  createdTime: z.string(),
  /** Makes the codes of its QR; not of one made of a form. */
  signUpId: z.optional(z.string()),
  key: z.optional(z.string()),
  checkedInTime: z.optional(z.nullable(z.string())),
  /** Its activity does not take place. */
  calledOff: z.optional(z.object({ time: z.string(), reason: z.string() })),
  /** What may be done about it; not of one that was kept, or made of a form. */
  sessionId: z.optional(z.nullable(z.string())),
  dealerId: z.optional(z.nullable(z.string())),
  canCancel: z.optional(z.boolean()),
  canChange: z.optional(z.boolean()),
});
export type Ticket = z.output<typeof ticket>;

/** The session that a ticket was moved to. */
export type MovedSession = Pick<Ticket, "startTime" | "endTime"> & { readonly sessionId: string };

/** How long a ticket stays after its activity's end, ms. */
const RETENTION_AFTER_END = 30 * 86_400_000;

/** The ticket of a sign-up; null where the person is not signed up. */
export function ticketOf(
  { signed, signUpId, ticketCode, status, ticket: shown }: SignUpState,
  activityId: string,
): Ticket | null {
  if (!signed || ticketCode === null || status === null || shown === null) return null;
  return { ...shown, ...(signUpId !== null && { signUpId }), activityId, ticketCode, status };
}

/** The same from what was just filled in, for when the ticket itself can not be loaded. */
export function ticketFromForm(
  { ticketCode, status }: SignUpResult,
  values: FormValues,
  { activity, series, dealers, dates }: SignUpOffer,
  person: { mobile: string | null },
  now: number,
): Ticket {
  const session = dates
    .flatMap(({ sessions }) => sessions)
    .find(({ sessionId }) => sessionId === values.sessionId);
  const dealer = dealers.find(({ id }) => id === values.dealerId);
  const { activityId, activityType, title, coverUrl } = activity;
  const place = dealer ?? activity;
  return {
    activityId,
    activityType,
    ticketCode,
    status,
    title,
    coverUrl,
    startTime: (session ?? activity).startTime,
    endTime: (session ?? activity).endTime,
    address: place.address,
    longitude: place.longitude,
    latitude: place.latitude,
    dealerName: dealer ? dealerDisplayName(dealer) : null,
    seriesName: series.find(({ seriesCode }) => seriesCode === values.seriesCode)?.seriesName ?? null,
    name: values.name,
    mobile: maskMobile(values.isOtherMobile ? values.mobile : person.mobile),
    createdTime: new Date(now).toISOString(),
  };
}

/** What is kept of this person's ticket; null where nothing is, or it is somebody else's (requirement Q14). */
export async function readStoredTicket(activityId: string, openId: string): Promise<Ticket | null> {
  const kept = (await database.get("signups", activityId))?.value as { openId?: unknown } | undefined;
  const found = ticket.safeParse(kept);
  return found.success && kept?.openId === openId ? found.data : null;
}

/** @param openId whose it is @param now the server's time, ms */
export const storeTicket = (kept: Ticket, openId: string, now: number): Promise<void> =>
  database.put(
    "signups",
    kept.activityId,
    { ...kept, openId },
    {
      expiresIn: Math.max(0, Date.parse(kept.endTime) - now) + RETENTION_AFTER_END,
    },
  );

/** Moves this person's kept ticket to its new session, where one is kept: without a network it must not name the old one. */
export async function moveTicket(
  activityId: string,
  openId: string,
  moved: MovedSession,
  now: number,
): Promise<void> {
  const kept = await readStoredTicket(activityId, openId);
  if (kept) await storeTicket({ ...kept, ...moved }, openId, now);
}

export const removeTicket = (activityId: string): Promise<void> => database.remove("signups", activityId);

/** So long before its activity begins it does, ms: people stand at the desk then. */
const CHECK_IN_LEAD_TIME = 12 * 3_600_000;

/** Whether somebody may be about to check this ticket in, or to take that back. @param now the server's time, ms */
export const isCheckInExpected = ({ status, startTime, endTime }: Ticket, now: number): boolean =>
  status === "confirmed" && now > Date.parse(startTime) - CHECK_IN_LEAD_TIME && now < Date.parse(endTime);
