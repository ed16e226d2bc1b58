import { callLimits } from "#contract/core/call-limits.ts";
import { uploadConsolePicture } from "#contract/console/content/pictures.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../core/app-context.ts";
import { writeAuditEntry } from "../database/shared-tables/audit-log.ts";
import { limitCounter } from "../database/shared-tables/limit-count.ts";
import { hasRight, operatorAuditActor, requireOperator } from "../http/console/operator.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import { limitedNetwork } from "../http/network/limited-network.ts";
import type { PictureLibrary } from "./picture-library.ts";

/** Rights whose pages have pictures. */
const writers: readonly OperatorRight[] = [
  "activity.write",
  "banner.write",
  "page.write",
  "mall.product",
  "series.write",
];
const uploadLimit = { most: callLimits.picture.operatorUploadsPerHour, window: 3_600_000 };

/** Registers the upload of pictures in the console. */
export function registerPictureConsoleCalls(
  { db, clock, config }: AppContext,
  calls: OperatorRouter,
  pictures: Pick<PictureLibrary, "putPublic">,
): void {
  const limits = limitCounter(db);
  calls.on(uploadConsolePicture, async (_args, caller) => {
    const operator = requireOperator(caller);
    if (!writers.some((right) => hasRight(operator, right))) throw new Refusal("forbidden");
    if (caller.picture === null) throw new Refusal("unsupportedType");
    const { operatorId } = operator;
    const retryAfterSeconds = await limits.take(`pictures ${operatorId}`, uploadLimit, clock.now());
    if (retryAfterSeconds > 0) throw new Refusal("tooMany", { retryAfterSeconds });
    const { url, width, height } = await pictures.putPublic(caller.picture, "console", {
      account: `operator ${operatorId}`,
      network: limitedNetwork(caller.address, config),
    });
    await writeAuditEntry(db, {
      by: operatorAuditActor(caller),
      action: "picture.add",
      about: { kind: "picture", id: null },
      outcome: `${width} × ${height}`,
      now: new Date(clock.now()),
    });
    return { url, width, height };
  });
}
