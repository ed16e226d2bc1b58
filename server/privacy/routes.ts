import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { erasePersonalData, exportPersonalData } from "#contract/privacy/privacy.ts";
import { toShanghaiIso } from "../activity/index.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { ConcurrencyQueue } from "../database/batching/concurrency-queue.ts";
import { callerActor } from "../http/security/audit-actor.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { sha256 } from "../core/secrets.ts";
import type { PrivacyPorts } from "./ports.ts";
import { eraseUser } from "./erase-user.ts";
import {
  collectPersonalData,
  recordExportRequest,
  recordExportDone,
  type ExportSection,
} from "./export-store.ts";
import { findDataSubject } from "./data-subject-store.ts";
import { privacyMessages } from "./messages.ts";

const EXPORTS_A_DAY = 5;
/**
 * What is looked through for a person's events is everybody's: so long it may take for an export, of which a
 * process makes one at a time, and so long whoever erases waits for it; ms. An operator's command takes what it takes.
 */
const EVENT_SEARCH_TIMEOUT = 5_000;
const EXPORTS_WAITING = 5;

/** How an export is asked for: how many somebody may have in a day, and how long their events are looked for, ms. */
type ExportTerms = { readonly most: number; readonly patience: number };
/**
 * Everything that is held about somebody; noted in the audit log. null: there is no such user.
 * @throws Refusal tooMany
 */
export async function createPersonalDataExport(
  context: Pick<AppContext, "db" | "databaseKind" | "clock">,
  { uploads }: { readonly uploads: Pick<PrivacyPorts["uploads"], "urlsOf"> },
  { userId, by }: { readonly userId: string; readonly by: AuditActor },
  { most, patience }: ExportTerms,
): Promise<ExportSection[] | null> {
  const { db, clock } = context;
  const person = await findDataSubject(db, userId);
  if (person === null) return null;
  const asked = () => ({ userId, by, now: new Date(clock.now()) });
  if (!(await recordExportRequest(db, asked(), most)))
    throw new Refusal("tooMany", { message: privacyMessages.tooMany });
  const sections = await collectPersonalData(context, person, patience);
  const pictures = sections.find(({ name }) => name === "picture_upload")?.rows ?? [];
  const urls = await uploads.urlsOf(pictures.map(({ picture_id }) => String(picture_id)));
  for (const row of pictures) row["url"] = urls.get(String(row["picture_id"])) ?? null;
  await recordExportDone(db, asked());
  return sections;
}

/** How long a login proves who it is, ms. */
const FRESH = 600_000;
/** Whether the caller's session was opened moments ago. */
async function isFresh({ db, clock }: AppContext, { token }: Caller): Promise<boolean> {
  const { rows } = await sql<{ created_time: Date }>`
    select created_time from user_session where token_hash = ${sha256(token ?? "")}`.execute(db);
  return (rows[0]?.created_time.getTime() ?? 0) > clock.now() - FRESH;
}
/** @throws Refusal where the person has not just proved who they are */
async function requireRecentLogin(
  context: AppContext,
  { identity }: PrivacyPorts,
  caller: Caller,
  smsCode: string | undefined,
): Promise<void> {
  const { mobile } = requireUser(caller);
  if (mobile === null) {
    if (!(await isFresh(context, caller)))
      throw new Refusal("conflict", { message: privacyMessages.logInAgain });
    return;
  }
  if (smsCode === undefined)
    throw new Refusal("invalid", { fields: { smsCode: privacyMessages.codeMissing } });
  const verdict = await identity.verifySms(mobile, "erase", smsCode);
  if (verdict === "locked") throw new Refusal("smsCodeLocked");
  if (verdict === "wrong") throw new Refusal("smsCodeWrong");
}

/** A person's rights to what is held about them. */
export function privacyRoutes(context: AppContext, calls: RpcRouter, ports: PrivacyPorts): void {
  const { clock, config } = context;
  const turns = new ConcurrencyQueue(1, EXPORTS_WAITING);
  const terms = { most: config.rateLimits ? EXPORTS_A_DAY : Infinity, patience: EVENT_SEARCH_TIMEOUT };
  calls.on(exportPersonalData, async (_args, caller) => {
    const who = { userId: requireUser(caller).userId, by: callerActor(caller, config.brand) };
    const sections = await turns.run(() => createPersonalDataExport(context, ports, who, terms));
    if (sections === null) throw new Refusal("unauthenticated");
    return { createdTime: toShanghaiIso(new Date(clock.now())), sections };
  });
  calls.on(erasePersonalData, async ({ smsCode }, caller) => {
    await requireRecentLogin(context, ports, caller, smsCode);
    const by = callerActor(caller, config.brand);
    const after = { deleteDueFiles: () => ports.uploads.deleteDueFiles(), patience: EVENT_SEARCH_TIMEOUT };
    if (!(await eraseUser(context, after, requireUser(caller).userId, by)))
      throw new Refusal("unauthenticated");
    return null;
  });
}
