import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { Refusal } from "#contract/errors.ts";
import { WEB_BASE } from "#contract/web-base.ts";
import { notThere } from "../activity/index.ts";
import { isUnchanged, sendRefusal } from "../http/envelope.ts";
import { Turns } from "../images/index.ts";
import type { Kit } from "../kit.ts";
import { sha256 } from "../secrets.ts";
import type { PosterDoors } from "./doors.ts";
import { COVER, drawPoster, type PosterFacts } from "./draw.ts";
import { placeText, timeText } from "./facts.ts";
import { Glyphs } from "./fonts.ts";
import { postedActivity, type PostedActivity } from "./store.ts";
import { words } from "./words.ts";

type PosterRequest = FastifyRequest<{
  Params: { activityId: string };
  Querystring: Readonly<Record<string, unknown>>;
}>;

/** Goes up with every change of how posters are drawn, so that nobody keeps an old one. */
const DRAWING = 2;

/**
 * GET /poster/<activityId>?from=<reference>: an activity's poster (mockup 15-share-poster, requirement
 * M21) as JPEG, with the sharer's name and a QR code of their link where the reference is one of ours.
 * Any other is as if there were none.
 */
export function createPosters(kit: Kit, app: FastifyInstance, doors: PosterDoors): void {
  const glyphs = new Glyphs();
  const turns = new Turns(2, 50);
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: 100 });

  async function factsOf(activityId: string, activity: PostedActivity, from: unknown): Promise<PosterFacts> {
    const asked = typeof from === "string" ? from : "";
    const sharer = asked === "" ? null : await doors.sharer(activityId, asked);
    const mode = activity.activity_type === "online" ? "online" : "offline";
    const { name, latin, logo } = kit.config.brand;
    return {
      brand: { name, latin, logo },
      title: activity.title,
      time: timeText(activity.start_time, activity.end_time),
      place: placeText(activity),
      inviter: sharer?.nickname ?? null,
      link: `${kit.origin()}${WEB_BASE}${mode}/${activityId}${sharer === null ? "" : `?from=${asked}`}`,
    };
  }
  /** Drawn once, however many ask at the same time; one that failed is drawn anew. @throws Refusal "tooMany" */
  function poster(key: string, facts: PosterFacts, coverUrl: string, address: string): Promise<Buffer> {
    const known = drawn.get(key);
    if (known) return known;
    const end = kit.admission.begin("poster", address);
    const drawing = turns
      .take(async () => drawPoster(glyphs, facts, await doors.cut(coverUrl, COVER)))
      .finally(end);
    drawn.set(key, drawing);
    drawing.catch(() => drawn.delete(key));
    return drawing;
  }
  async function serve(request: PosterRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { activityId } = request.params;
    // No call of the contract, whose schema would have judged it: nothing else gets as far as the database.
    if (!/^\d{1,19}$/.test(activityId)) throw new Refusal("notFound", { message: words.unknownActivity });
    const activity = await postedActivity(kit.db, activityId);
    if (activity === null) throw await notThere(kit.db, activityId, words.unknownActivity);
    const facts = await factsOf(activityId, activity, request.query["from"]);
    const key = sha256(JSON.stringify([DRAWING, facts, activity.cover_url]));
    if (isUnchanged(request, reply, `"${key.slice(0, 32)}"`)) return reply;
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
