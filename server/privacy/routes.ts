import { Refusal } from "#contract/core/errors.ts";
import { erasePersonalData, exportPersonalData } from "#contract/privacy/privacy.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { FairQueue } from "../core/fair-queue.ts";
import { callerActor } from "../http/security/audit-actor.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { sha256 } from "../core/secrets.ts";
import type { EventStoreContext } from "../tracking/index.ts";
import type { PrivacyPorts } from "./ports.ts";
import { eraseUser } from "./erase-user.ts";
import {
  collectPersonalData,
  recordExportRequest,
  recordExportDone,
  type ExportSection,
} from "./export-store.ts";
import { findDataSubject, findSessionStart, type DataSubject } from "./data-subject-store.ts";
import { privacyMessages } from "./messages.ts";

export const MAX_EXPORTS_PER_DAY = 5;
/**
 * Time limit of the event search in an export, and of the wait for event removal in an erasure, ms. No index
 * finds a person's events, so both scan the events of everybody. Operators' commands have no limit.
 */
const EVENT_SEARCH_TIMEOUT = 5_000;
/** Exports at once and waiting, of all people together; a person has a third of the waiting places. */
export const exportQueue = { concurrent: 1, waiting: 15 } as const;

/** Limits of an export: number per person and day, and time limit of the event search, ms. */
type ExportTerms = { readonly maxPerDay: number; readonly eventTimeout: number };
/**
 * Collects all personal data of a user and records the export in the audit log.
 * @returns null if there is no such user
 * @throws Refusal tooMany
 */
export async function createPersonalDataExport(
  context: CollectContext,
  { uploads }: { readonly uploads: Pick<PrivacyPorts["uploads"], "urlsOf"> },
  { userId, by }: { readonly userId: string; readonly by: AuditActor },
  { maxPerDay, eventTimeout }: ExportTerms,
): Promise<ExportSection[] | null> {
  const { db, clock } = context;
  const person = await findDataSubject(db, userId);
  if (person === null) return null;
  const asked = () => ({ userId, by, now: new Date(clock.now()) });
  if (!(await recordExportRequest(db, asked(), maxPerDay)))
    throw new Refusal("tooMany", { message: privacyMessages.tooMany });
  const sections = await collectWithPictures(context, uploads, person, eventTimeout);
  await recordExportDone(db, asked());
  return sections;
}

type CollectContext = EventStoreContext & Pick<AppContext, "clock">;
/** Collects all data of a person, with addresses of their pictures that hold for ten minutes. */
async function collectWithPictures(
  context: CollectContext,
  uploads: Pick<PrivacyPorts["uploads"], "urlsOf">,
  person: DataSubject,
  eventTimeout: number,
): Promise<ExportSection[]> {
  const sections = await collectPersonalData(context, person, eventTimeout);
  const pictures = sections.find(({ name }) => name === "picture_upload")?.rows ?? [];
  const urls = await uploads.urlsOf(pictures.map(({ picture_id }) => String(picture_id)));
  for (const row of pictures) row["url"] = urls.get(String(row["picture_id"])) ?? null;
  return sections;
}

/** The copy that an operator hands over; the caller writes the audit entry. @returns null if there is no such user */
export async function collectCopy(
  context: CollectContext,
  { uploads }: { readonly uploads: Pick<PrivacyPorts["uploads"], "urlsOf"> },
  userId: string,
  eventTimeout: number,
): Promise<{ createdTime: string; sections: ExportSection[] } | null> {
  const person = await findDataSubject(context.db, userId);
  if (person === null) return null;
  const sections = await collectWithPictures(context, uploads, person, eventTimeout);
  return { createdTime: toShanghaiIso(new Date(context.clock.now())), sections };
}

/** Age up to which a session counts as a recent login, ms. */
const RECENT_LOGIN = 600_000;
async function isRecentLogin({ db, clock }: AppContext, { token }: Caller): Promise<boolean> {
  const openedTime = await findSessionStart(db, sha256(token ?? ""));
  return (openedTime?.getTime() ?? 0) > clock.now() - RECENT_LOGIN;
}
/** Requires an SMS code, or a recent login of a user without a mobile. @throws Refusal */
async function requireRecentLogin(
  context: AppContext,
  { identity }: PrivacyPorts,
  caller: Caller,
  smsCode: string | undefined,
): Promise<void> {
  const { mobile } = requireUser(caller);
  if (mobile === null) {
    if (!(await isRecentLogin(context, caller)))
      throw new Refusal("conflict", { message: privacyMessages.logInAgain });
    return;
  }
  if (smsCode === undefined)
    throw new Refusal("invalid", { fields: { smsCode: privacyMessages.codeMissing } });
  const verdict = await identity.verifySms(mobile, "erase", smsCode, caller);
  if (verdict === "locked") throw new Refusal("smsCodeLocked");
  if (verdict === "wrong") throw new Refusal("smsCodeWrong");
}

/** Registers export and erasure of personal data. */
export function privacyRoutes(context: AppContext, calls: RpcRouter, ports: PrivacyPorts): void {
  const { clock, config } = context;
  const queue = new FairQueue(exportQueue);
  const terms = {
    maxPerDay: config.rateLimits ? MAX_EXPORTS_PER_DAY : Infinity,
    eventTimeout: EVENT_SEARCH_TIMEOUT,
  };
  calls.on(exportPersonalData, async (_args, caller) => {
    const who = { userId: requireUser(caller).userId, by: callerActor(caller, config.brand) };
    const sections = await queue.run(who.userId, () => createPersonalDataExport(context, ports, who, terms));
    if (sections === null) throw new Refusal("unauthenticated");
    return { createdTime: toShanghaiIso(new Date(clock.now())), sections };
  });
  calls.on(erasePersonalData, async ({ smsCode }, caller) => {
    await requireRecentLogin(context, ports, caller, smsCode);
    const by = callerActor(caller, config.brand);
    const after = {
      deleteDueFiles: () => ports.uploads.deleteDueFiles(),
      finishClosing: (orderId: string) => ports.orders.finishClosing(orderId),
      eventTimeout: EVENT_SEARCH_TIMEOUT,
    };
    if (!(await eraseUser(context, after, requireUser(caller).userId, by)))
      throw new Refusal("unauthenticated");
    return null;
  });
}
