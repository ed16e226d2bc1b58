import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { Refusal } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { activityNotFound } from "../activity/index.ts";
import { replyNotModified, sendRefusal } from "../http/pipeline/envelope.ts";
import { ConcurrencyQueue } from "../database/batching/concurrency-queue.ts";
import type { AppContext } from "../core/app-context.ts";
import { sha256 } from "../core/secrets.ts";
import type { PosterPorts } from "./ports.ts";
import { COVER_SIZE, drawPoster, type PosterContent } from "./draw.ts";
import { placeText, timeText } from "./time-and-place.ts";
import { GlyphSource } from "./fonts.ts";
import { findPosterActivity, type PosterActivity } from "./store.ts";
import { posterMessages } from "./messages.ts";

type PosterRequest = FastifyRequest<{
  Params: { activityId: string };
  Querystring: Readonly<Record<string, unknown>>;
}>;

/** Goes up with every change of how posters are drawn, so that nobody keeps an old one. */
const DRAWING_VERSION = 2;

/**
 * GET /poster/<activityId>?from=<reference>: an activity's poster (mockup 15-share-poster, requirement
 * M21) as JPEG, with the sharer's name and a QR code of their link where the reference is one of ours.
 * Any other is as if there were none.
 */
export function createPosters(context: AppContext, app: FastifyInstance, ports: PosterPorts): void {
  const glyphs = new GlyphSource();
  const turns = new ConcurrencyQueue(2, 50);
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: 100 });

  async function factsOf(
    activityId: string,
    activity: PosterActivity,
    from: unknown,
  ): Promise<PosterContent> {
    const asked = typeof from === "string" ? from : "";
    const sharer = asked === "" ? null : await ports.sharer(activityId, asked);
    const mode = activity.activity_type === "online" ? "online" : "offline";
    const { name, latin, logo } = context.config.brand;
    return {
      brand: { name, latin, logo },
      title: activity.title,
      time: timeText(activity.start_time, activity.end_time),
      place: placeText(activity),
      inviter: sharer?.nickname ?? null,
      link: `${context.origin()}${WEB_BASE}${mode}/${activityId}${sharer === null ? "" : `?from=${asked}`}`,
    };
  }
  /** Drawn once, however many ask at the same time; one that failed is drawn anew. @throws Refusal "tooMany" */
  function poster(key: string, facts: PosterContent, coverUrl: string, address: string): Promise<Buffer> {
    const known = drawn.get(key);
    if (known) return known;
    const end = context.workQuota.begin("poster", address);
    const drawing = turns
      .run(async () => drawPoster(glyphs, facts, await ports.crop(coverUrl, COVER_SIZE)))
      .finally(end);
    drawn.set(key, drawing);
    drawing.catch(() => drawn.delete(key));
    return drawing;
  }
  async function serve(request: PosterRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { activityId } = request.params;
    // No call of the contract, whose schema would have judged it: nothing else gets as far as the database.
    if (!/^\d{1,19}$/.test(activityId))
      throw new Refusal("notFound", { message: posterMessages.unknownActivity });
    const activity = await findPosterActivity(context.db, activityId);
    if (activity === null)
      throw await activityNotFound(context.db, activityId, posterMessages.unknownActivity);
    const facts = await factsOf(activityId, activity, request.query["from"]);
    const key = sha256(JSON.stringify([DRAWING_VERSION, facts, activity.cover_url]));
    if (replyNotModified(request, reply, `"${key.slice(0, 32)}"`)) return reply;
    const bytes = await poster(key, facts, activity.cover_url, request.ip);
    return reply.header("x-content-type-options", "nosniff").type("image/jpeg").send(bytes);
  }

  app.get("/poster/:activityId", async (request: PosterRequest, reply) => {
    try {
      return await serve(request, reply);
    } catch (error) {
      if (error instanceof Refusal) return sendRefusal(reply, error);
      throw error;
    }
  });
}
