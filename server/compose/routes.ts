import { callLimits } from "#contract/call-limits.ts";
import {
  addBlocksPicture,
  openCompose,
  previewBlocks,
  saveBlocks,
  showBlocksVersion,
  type Composition,
} from "#contract/compose.ts";
import { Refusal } from "#contract/errors.ts";
import { momentOf, previewOf, readBlocks } from "../activity/index.ts";
import type { Calls } from "../http/calls.ts";
import { theStaff } from "../http/acting.ts";
import type { Kit } from "../kit.ts";
import type { ComposeDoors } from "./doors.ts";
import type { PlanStore } from "./plan-store.ts";
import { shownPlan, type PlanDoors } from "./plan.ts";
import type { ComposedRow, ComposeStore } from "./store.ts";
import { words } from "./words.ts";

/** Lets something happen so often an hour for each name; counted by this process. */
function hourly(most: number, now: () => number): (name: string) => boolean {
  const times = new Map<string, number[]>();
  return (name) => {
    const recent = (times.get(name) ?? []).filter((time) => time > now() - 3_600_000);
    if (recent.length >= most) return false;
    times.set(name, [...recent, now()]);
    return true;
  };
}

/** The page that a link is for. @throws Refusal notFound, where it is for none any more */
export const pageByLink =
  (store: ComposeStore, { clock }: Pick<Kit, "clock">) =>
  async (link: string): Promise<ComposedRow> => {
    const row = await store.open(link, new Date(clock.now()));
    if (row === null) throw new Refusal("notFound", { message: words.linkOver });
    return row;
  };

/** Tells a page with its versions and the pictures that there are. */
export const describer =
  (clock: Kit["clock"], store: ComposeStore, plans: Pick<PlanStore, "read">) =>
  async (row: ComposedRow): Promise<Composition> => {
    const [versions, pictures, plan] = await Promise.all([
      store.versions(row.activity_id),
      store.pictures(),
      plans.read(row.activity_id),
    ]);
    return {
      activityId: row.activity_id,
      title: row.title,
      isPublished: row.is_published,
      startTime: momentOf(row.start_time),
      endTime: momentOf(row.end_time),
      serverTime: momentOf(clock.now()),
      expiresTime: momentOf(row.expires_time),
      version: row.blocks_version,
      blocks: row.blocks,
      versions: versions.map(({ version, saved_by, saved_time, block_count }) => ({
        version,
        savedBy: saved_by,
        savedTime: momentOf(saved_time),
        blockCount: block_count,
      })),
      pictures,
      planned: shownPlan(plan),
    };
  };

export function composeRoutes(
  { clock, config }: Kit,
  calls: Calls,
  store: ComposeStore,
  { pageOf, describe, ...doors }: ComposeDoors & Pick<PlanDoors, "pageOf" | "describe">,
): void {
  calls.on(openCompose, async ({ link }) => describe(await pageOf(link)));
  const mayAdd = hourly(callLimits.picture.anHourComposing, () => clock.now());
  calls.on(addBlocksPicture, async (_args, { staffLink, picture }) => {
    const { activity_id } = await pageOf(staffLink ?? "");
    if (picture === null) throw new Refusal("unsupportedType");
    if (!mayAdd(activity_id)) throw new Refusal("tooMany");
    const { url, width, height } = await doors.images.putShown(picture, "page");
    return { url, width, height };
  });
  calls.on(previewBlocks, async ({ link, blocks }) => {
    await pageOf(link);
    return previewOf(blocks);
  });
  calls.on(showBlocksVersion, async ({ link, version }) => {
    const { activity_id } = await pageOf(link);
    const blocks = await store.version(activity_id, version);
    if (blocks === null) throw new Refusal("notFound", { message: words.unknownVersion });
    return { version, blocks };
  });
  calls.on(saveBlocks, async ({ link, by, basedOn, blocks }, caller) => {
    const { activity_id: activityId, link_id } = await pageOf(link);
    const version = {
      activityId,
      basedOn,
      blocks: readBlocks(blocks),
      by: by.trim(),
      actor: theStaff(link_id, caller, config.brand),
      now: new Date(clock.now()),
    };
    if ((await store.save(version, { isGuarded: true })) === null)
      throw new Refusal("conflict", { message: words.savedMeanwhile });
    doors.forgetPages();
    return describe(await pageOf(link));
  });
}
