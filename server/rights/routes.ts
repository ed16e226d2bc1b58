import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { erasePersonalData, exportPersonalData } from "#contract/rights.ts";
import { momentOf } from "../activity/index.ts";
import { note, type Actor } from "../database/audit.ts";
import { theCaller } from "../http/acting.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { sha256 } from "../secrets.ts";
import type { RightsDoors } from "./doors.ts";
import { eraseUser } from "./erasing.ts";
import { countSince, exportOf, type Section } from "./export-store.ts";
import { personOfUser } from "./person.ts";
import { words } from "./words.ts";

const DAY = 86_400_000;
const EXPORTS_A_DAY = 5;

/** Everything that is held about somebody; noted in the audit log. null: there is no such user. */
export async function exported(
  { db, clock }: Pick<Kit, "db" | "clock">,
  { uploads }: { readonly uploads: Pick<RightsDoors["uploads"], "urlsOf"> },
  userId: string,
  by: Actor,
): Promise<Section[] | null> {
  const person = await personOfUser(db, userId);
  if (person === null) return null;
  const sections = await exportOf(db, person);
  const pictures = sections.find(({ name }) => name === "picture_upload")?.rows ?? [];
  const urls = await uploads.urlsOf(pictures.map(({ picture_id }) => String(picture_id)));
  for (const row of pictures) row["url"] = urls.get(String(row["picture_id"])) ?? null;
  const about = { kind: "user", id: userId };
  const now = new Date(clock.now());
  await note(db, { by, action: "personal-data.export", about, outcome: "done", now });
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
  const { db, clock, config } = kit;
  calls.on(exportPersonalData, async (_args, caller) => {
    const { userId } = userOf(caller);
    const since = new Date(clock.now() - DAY);
    if (config.rateLimits && (await countSince(db, userId, "personal-data.export", since)) >= EXPORTS_A_DAY)
      throw new Refusal("tooMany", { message: words.tooMany });
    const sections = await exported(kit, doors, userId, theCaller(caller, config.brand));
    if (sections === null) throw new Refusal("unauthenticated");
    return { createdTime: momentOf(new Date(clock.now())), sections };
  });
  calls.on(erasePersonalData, async ({ smsCode }, caller) => {
    await mustBeProved(kit, doors, caller, smsCode);
    const by = theCaller(caller, config.brand);
    const removeGone = () => doors.uploads.removeGone();
    if (!(await eraseUser(kit, removeGone, userOf(caller).userId, by))) throw new Refusal("unauthenticated");
    return null;
  });
}
