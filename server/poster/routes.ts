import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { chosenNickname } from "#contract/session/default-nickname.ts";
import { Refusal } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { formatPeriod } from "#contract/core/date-text.ts";
import { activityNotFound } from "../activity/index.ts";
import { replyNotModified } from "../http/pipeline/envelope.ts";
import type { AppContext } from "../core/app-context.ts";
import { sha256 } from "../core/secrets.ts";
import type { PosterPorts } from "./ports.ts";
import { COVER_SIZE, drawPoster, type PosterContent } from "./draw.ts";
import { placeText } from "./time-and-place.ts";
import { GlyphSource } from "./fonts.ts";
import { findPosterActivity, type PosterActivity } from "./store.ts";
import { posterMessages } from "./messages.ts";

type PosterRequest = FastifyRequest<{
  Params: { activityId: string };
  Querystring: Readonly<Record<string, unknown>>;
}>;

/** To be incremented with every change of the drawing, so that caches do not keep old posters. */
const DRAWING_VERSION = 2;

/**
 * GET /poster/<activityId>?from=<reference>: the poster of an activity (mockup 15-share-poster, requirement M21) as
 * JPEG. A valid reference adds the sharer's name and a QR code of their link; an invalid one is ignored.
 */
export function createPosters(context: AppContext, app: FastifyInstance, ports: PosterPorts): void {
  const glyphs = new GlyphSource();
  const posters = new LRUCache<string, Buffer>({ max: 100 });

  async function contentOf(
    activityId: string,
    activity: PosterActivity,
    from: unknown,
  ): Promise<PosterContent> {
    const reference = typeof from === "string" ? from : "";
    const sharer = reference === "" ? null : await ports.sharer(activityId, reference);
    const mode = activity.activity_type === "online" ? "online" : "offline";
    const { name, latin, logo } = context.config.brand;
    return {
      brand: { name, latin, logo },
      title: activity.title,
      time: formatPeriod(activity.start_time, activity.end_time),
      place: placeText(activity),
      inviter: sharer && chosenNickname(sharer.nickname),
      link: `${context.origin()}${WEB_BASE}${mode}/${activityId}${sharer === null ? "" : `?from=${reference}`}`,
    };
  }
  /** Draws a poster once for all concurrent requests. @throws Refusal "tooMany" or "busy" */
  async function poster(
    key: string,
    content: PosterContent,
    coverUrl: string,
    address: string,
  ): Promise<Buffer> {
    const cached = posters.get(key);
    if (cached) return cached;
    // Before the turn of the drawing, since it waits for a turn of its own.
    const cover = await ports.crop(coverUrl, COVER_SIZE, address);
    return context.workQuota.share("poster", address, key, async () => {
      const drawn = await drawPoster(glyphs, content, cover);
      posters.set(key, drawn);
      return drawn;
    });
  }
  async function serve(request: PosterRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { activityId } = request.params;
    // Validates the id here, because this is no call of the contract with a schema.
    if (!/^\d{1,19}$/.test(activityId))
      throw new Refusal("notFound", { message: posterMessages.unknownActivity });
    const activity = await findPosterActivity(context.db, activityId);
    if (activity === null)
      throw await activityNotFound(context.db, activityId, posterMessages.unknownActivity);
    const content = await contentOf(activityId, activity, request.query["from"]);
    const key = sha256(JSON.stringify([DRAWING_VERSION, content, activity.cover_url]));
    if (replyNotModified(request, reply, `"${key.slice(0, 32)}"`)) return reply;
    const bytes = await poster(key, content, activity.cover_url, request.ip);
    return reply.header("x-content-type-options", "nosniff").type("image/jpeg").send(bytes);
  }

  app.get("/poster/:activityId", { config: { countedAs: "lookup" } }, serve);
}
