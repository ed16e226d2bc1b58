import { trimmed } from "#contract/core/text.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import {
  addBlocksPicture,
  openCompose,
  previewBlocks,
  saveBlocks,
  showBlocksVersion,
  type Composition,
} from "#contract/compose/compose.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { parseBlocksForPreview, parseBlocks } from "../activity/index.ts";
import { limitCounter } from "../database/shared-tables/limit-count.ts";
import { noteLinkUse } from "../database/shared-tables/staff-links.ts";
import { limitedNetwork } from "../http/network/limited-network.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { staffActor } from "../http/security/audit-actor.ts";
import type { AppContext } from "../core/app-context.ts";
import type { ComposePorts } from "./ports.ts";
import type { PlanStore } from "./plan-store.ts";
import { presentPlan, type PlanPorts } from "./plan-routes.ts";
import type { ComposedRow, ComposeStore, EditedRow } from "./store.ts";
import { composeMessages } from "./messages.ts";

/** Pictures that are added to one page. */
const uploadLimit = { most: callLimits.picture.composeUploadsPerHour, window: 3_600_000 };

/** Finds the page of a link. @throws Refusal "notFound" if the link is not valid */
export const pageByLink =
  (store: ComposeStore, { db, clock }: Pick<AppContext, "db" | "clock">) =>
  async (link: string): Promise<ComposedRow> => {
    const row = await store.openLink(link, new Date(clock.now()));
    if (row === null) throw new Refusal("notFound", { message: composeMessages.linkOver });
    await noteLinkUse(db, "compose_link", row, new Date(clock.now()));
    return row;
  };

/** Adds the expiry of the link to the description of a page. */
export const createLinkDescriber =
  (describe: ReturnType<typeof createDescriber>): PlanPorts["describe"] =>
  async (row) => ({ ...(await describe(row)), expiresTime: toShanghaiIso(row.expires_time) });

/** Builds the contract's description of a page with its versions and the available pictures. */
export const createDescriber =
  (clock: AppContext["clock"], store: ComposeStore, plans: Pick<PlanStore, "read">) =>
  async (row: EditedRow): Promise<Omit<Composition, "expiresTime">> => {
    const [versions, pictures, plan] = await Promise.all([
      store.versions(row.activity_id),
      store.pictures(),
      plans.read(row.activity_id),
    ]);
    return {
      activityId: row.activity_id,
      title: row.title,
      isPublished: row.is_published,
      startTime: toShanghaiIso(row.start_time),
      endTime: toShanghaiIso(row.end_time),
      serverTime: toShanghaiIso(clock.now()),
      version: row.blocks_version,
      blocks: row.blocks,
      versions: versions.map(({ version, saved_by, saved_time, block_count }) => ({
        version,
        savedBy: saved_by,
        savedTime: toShanghaiIso(saved_time),
        blockCount: block_count,
      })),
      pictures,
      planned: presentPlan(plan),
    };
  };

export function composeRoutes(
  { db, clock, config }: AppContext,
  calls: RpcRouter,
  store: ComposeStore,
  { pageOf, describe, ...ports }: ComposePorts & Pick<PlanPorts, "pageOf" | "describe">,
): void {
  calls.on(openCompose, async ({ link }) => describe(await pageOf(link)));
  const limits = limitCounter(db);
  calls.on(addBlocksPicture, async (_args, { staffLink, picture, address }) => {
    const { activity_id } = await pageOf(staffLink ?? "");
    if (picture === null) throw new Refusal("unsupportedType");
    const retryAfterSeconds = await limits.take(`compose ${activity_id}`, uploadLimit, clock.now());
    if (retryAfterSeconds > 0) throw new Refusal("tooMany", { retryAfterSeconds });
    const { url, width, height } = await ports.pictures.putPublic(picture, "page", {
      account: `page ${activity_id}`,
      network: limitedNetwork(address, config),
    });
    return { url, width, height };
  });
  calls.on(previewBlocks, async ({ link, blocks }) => {
    await pageOf(link);
    return parseBlocksForPreview(blocks);
  });
  calls.on(showBlocksVersion, async ({ link, version }) => {
    const { activity_id } = await pageOf(link);
    const blocks = await store.version(activity_id, version);
    if (blocks === null) throw new Refusal("notFound", { message: composeMessages.unknownVersion });
    return { version, blocks };
  });
  calls.on(saveBlocks, async ({ link, by, basedOn, blocks }, caller) => {
    const { activity_id: activityId, link_id } = await pageOf(link);
    const version = {
      activityId,
      basedOn,
      blocks: parseBlocks(blocks),
      by: trimmed(by),
      actor: staffActor(link_id, caller, config.brand),
      now: new Date(clock.now()),
    };
    if ((await store.save(version, { isGuarded: true })) === null)
      throw new Refusal("conflict", { message: composeMessages.savedMeanwhile });
    ports.invalidatePages();
    return describe(await pageOf(link));
  });
}
