import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { erasePersonalData, exportPersonalData } from "#contract/rights.ts";
import { momentOf } from "../activity/index.ts";
import type { Actor } from "../database/audit.ts";
import { Turns } from "../database/turns.ts";
import { theCaller } from "../http/acting.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { sha256 } from "../secrets.ts";
import type { RightsDoors } from "./doors.ts";
import { eraseUser } from "./erasing.ts";
import { exportOf, noteAsked, noteDone, type Section } from "./export-store.ts";
import { personOfUser } from "./person.ts";
import { words } from "./words.ts";

const EXPORTS_A_DAY = 5;
/**
 * What is looked through for a person's events is everybody's: so long it may take for an export, of which a
 * process makes one at a time, and so long whoever erases waits for it; ms. An operator's command takes what it takes.
 */
const PATIENCE = 5_000;
const EXPORTS_WAITING = 5;

/** How an export is asked for: how many somebody may have in a day, and how long their events are looked for, ms. */
type ExportTerms = { readonly most: number; readonly patience: number };
/**
 * Everything that is held about somebody; noted in the audit log. null: there is no such user.
 * @throws Refusal tooMany
 */
export async function exported(
  kit: Pick<Kit, "db" | "databaseKind" | "clock">,
  { uploads }: { readonly uploads: Pick<RightsDoors["uploads"], "urlsOf"> },
  { userId, by }: { readonly userId: string; readonly by: Actor },
  { most, patience }: ExportTerms,
): Promise<Section[] | null> {
  const { db, clock } = kit;
  const person = await personOfUser(db, userId);
  if (person === null) return null;
  const asked = () => ({ userId, by, now: new Date(clock.now()) });
  if (!(await noteAsked(db, asked(), most))) throw new Refusal("tooMany", { message: words.tooMany });
  const sections = await exportOf(kit, person, patience);
  const pictures = sections.find(({ name }) => name === "picture_upload")?.rows ?? [];
  const urls = await uploads.urlsOf(pictures.map(({ picture_id }) => String(picture_id)));
  for (const row of pictures) row["url"] = urls.get(String(row["picture_id"])) ?? null;
  await noteDone(db, asked());
  return sections;
}

/** How long a login proves who it is, ms. */
const FRESH = 600_000;
/** Whether the caller's session was opened moments ago. */
async function isFresh({ db, clock }: Kit, { token }: Caller): Promise<boolean> {
  const { rows } = await sql<{ created_time: Date }>`
    select created_time from user_session where token_hash = ${sha256(token ?? "")}`.execute(db);
  return (rows[0]?.created_time.getTime() ?? 0) > clock.now() - FRESH;
}
/** @throws Refusal where the person has not just proved who they are */
async function mustBeProved(
  kit: Kit,
  { identity }: RightsDoors,
  caller: Caller,
  smsCode: string | undefined,
): Promise<void> {
  const { mobile } = userOf(caller);
  if (mobile === null) {
    if (!(await isFresh(kit, caller))) throw new Refusal("conflict", { message: words.logInAgain });
    return;
  }
  if (smsCode === undefined) throw new Refusal("invalid", { fields: { smsCode: words.codeMissing } });
  const verdict = await identity.verifySms(mobile, "erase", smsCode);
  if (verdict === "locked") throw new Refusal("smsCodeLocked");
  if (verdict === "wrong") throw new Refusal("smsCodeWrong");
}

/** A person's rights to what is held about them. */
export function rightsRoutes(kit: Kit, calls: Calls, doors: RightsDoors): void {
  const { clock, config } = kit;
  const turns = new Turns(1, EXPORTS_WAITING);
  const terms = { most: config.rateLimits ? EXPORTS_A_DAY : Infinity, patience: PATIENCE };
  calls.on(exportPersonalData, async (_args, caller) => {
    const who = { userId: userOf(caller).userId, by: theCaller(caller, config.brand) };
    const sections = await turns.take(() => exported(kit, doors, who, terms));
    if (sections === null) throw new Refusal("unauthenticated");
    return { createdTime: momentOf(new Date(clock.now())), sections };
  });
  calls.on(erasePersonalData, async ({ smsCode }, caller) => {
    await mustBeProved(kit, doors, caller, smsCode);
    const by = theCaller(caller, config.brand);
    const after = { removeGone: () => doors.uploads.removeGone(), patience: PATIENCE };
    if (!(await eraseUser(kit, after, userOf(caller).userId, by))) throw new Refusal("unauthenticated");
    return null;
  });
}
