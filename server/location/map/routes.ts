import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { MapPicture, MapPictures } from "./map-pictures.ts";
import { isPublishedPlace, type PlacePoint } from "./place-store.ts";

type MapRequest = FastifyRequest<{ Params: { place: string } }>;

/** As short as the maps' own life in memory: a street may be built. */
const CACHE_CONTROL = "public, max-age=86400";
const PLACE = /^(-?\d{1,3}(?:\.\d{1,15})?),(-?\d{1,2}(?:\.\d{1,15})?)$/;

/** Parses `<longitude>,<latitude>`. @throws Refusal "notFound" */
function placeOf(text: string): PlacePoint {
  const [, longitude, latitude] = PLACE.exec(text) ?? [];
  if (longitude === undefined || latitude === undefined) throw new Refusal("notFound");
  return { longitude: Number(longitude), latitude: Number(latitude) };
}

/**
 * GET /map/<longitude>,<latitude>: AMap's map of a published place (requirement K30), for installations with a key. Any
 * failure is an error response; the page then shows the address alone.
 */
export function mapRoutes(context: AppContext, app: FastifyInstance, pictures: MapPictures): void {
  async function pictureOf(place: PlacePoint, address: string): Promise<MapPicture | null> {
    const cached = pictures.cached(place);
    if (cached !== undefined) return cached;
    if (!(await isPublishedPlace(context.db, place))) return null;
    const retryAfterSeconds = context.workQuota.take("map", address);
    if (retryAfterSeconds > 0) throw new Refusal("tooMany", { retryAfterSeconds });
    return pictures.load(place);
  }
  async function serve(request: MapRequest, reply: FastifyReply): Promise<FastifyReply> {
    const picture = await pictureOf(placeOf(request.params.place), request.ip);
    if (picture === null) throw new Refusal("notFound");
    return reply
      .header("cache-control", CACHE_CONTROL)
      .header("x-content-type-options", "nosniff")
      .type(picture.type)
      .send(picture.bytes);
  }
  app.get("/map/:place", { config: { countedAs: "lookup" } }, serve);
}
