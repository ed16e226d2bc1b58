import * as z from "zod/mini";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import type { SignUpResult, SignUpState } from "#contract/signup/signup.ts";
import { database } from "../../platform/storage/client-database.ts";
import type { SignUpOffer } from "../api.ts";
import type { FormValues } from "../register/form-values.ts";

/**
 * All data that the ticket shows, stored in `signups` under the activity's id for reading without a network.
 */
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
  /** Inputs of the QR codes; absent in a ticket built from the form. */
  signUpId: z.optional(z.string()),
  key: z.optional(z.string()),
  checkedInTime: z.optional(z.nullable(z.string())),
  /** Present if the activity is cancelled. */
  calledOff: z.optional(z.object({ time: z.string(), reason: z.string() })),
  /** Change of times that the guest has not acknowledged. */
  moved: z.optional(z.object({ changeId: z.string(), startTime: z.string(), endTime: z.string() })),
  /** Version and time of the last change, for calendars. */
  calendarSequence: z.optional(z.number()),
  calendarTime: z.optional(z.string()),
  /** Permitted changes; absent in an older record or a ticket built from the form. */
  sessionId: z.optional(z.nullable(z.string())),
  dealerId: z.optional(z.nullable(z.string())),
  canCancel: z.optional(z.boolean()),
  canChange: z.optional(z.boolean()),
});
export type Ticket = z.output<typeof ticket>;

/** Session to which a ticket was moved. */
export type MovedSession = Pick<Ticket, "startTime" | "endTime"> & { readonly sessionId: string };

/** Retention of a ticket after the end of its activity, ms. */
const RETENTION_AFTER_END = 30 * 86_400_000;

/** Ticket of a sign-up; null if the person is not signed up. */
export function ticketOf(
  { signed, signUpId, ticketCode, status, ticket: shown }: SignUpState,
  activityId: string,
): Ticket | null {
  if (!signed || ticketCode === null || status === null || shown === null) return null;
  return { ...shown, ...(signUpId !== null && { signUpId }), activityId, ticketCode, status };
}

/** Ticket built from the submitted form, if the ticket itself cannot be loaded. */
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

/** The person's stored ticket; null if there is none or it belongs to another person (requirement Q14). */
export async function readStoredTicket(activityId: string, openId: string): Promise<Ticket | null> {
  const stored = (await database.get("signups", activityId))?.value as { openId?: unknown } | undefined;
  const found = ticket.safeParse(stored);
  return found.success && stored?.openId === openId ? found.data : null;
}

/** @param openId owner of the ticket @param now the server's time, ms */
export const storeTicket = (stored: Ticket, openId: string, now: number): Promise<void> =>
  database.put(
    "signups",
    stored.activityId,
    { ...stored, openId },
    {
      expiresIn: Math.max(0, Date.parse(stored.endTime) - now) + RETENTION_AFTER_END,
    },
  );

/** A ticket in its new session: the guest chose its times, and calendars learn of them. @param now the server's time, ms */
export function movedTicket(
  { moved: _known, ...ticket }: Ticket,
  session: MovedSession,
  now: number,
): Ticket {
  const { calendarSequence } = ticket;
  return {
    ...ticket,
    ...session,
    ...(calendarSequence !== undefined && {
      calendarSequence: calendarSequence + 1,
      calendarTime: new Date(now).toISOString(),
    }),
  };
}

/**
 * Moves the person's stored ticket to its new session, so that it does not show the old one without a
 * network.
 */
export async function moveTicket(
  activityId: string,
  openId: string,
  moved: MovedSession,
  now: number,
): Promise<void> {
  const stored = await readStoredTicket(activityId, openId);
  if (stored) await storeTicket(movedTicket(stored, moved, now), openId, now);
}

export const removeTicket = (activityId: string): Promise<void> => database.remove("signups", activityId);

/** Time before the start at which check-in begins, ms. */
const CHECK_IN_LEAD_TIME = 12 * 3_600_000;

/** Whether a check-in of this ticket, or its reversal, may happen soon. @param now the server's time, ms */
export const isCheckInExpected = ({ status, startTime, endTime }: Ticket, now: number): boolean =>
  status === "confirmed" && now > Date.parse(startTime) - CHECK_IN_LEAD_TIME && now < Date.parse(endTime);
