import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { allowedMethods, appendVary, matchesEtag, sendRefusal } from "../../http/pipeline/envelope.ts";
import type { AppContext } from "../../core/app-context.ts";
import { isPictureKey, isPrivateKey, kindOfBytes, kindOfKey, pictureTypes } from "../storage/picture-keys.ts";
import { outputOf } from "./content-negotiation.ts";
import type { PictureRepository } from "../picture-repository.ts";
import { isValidLastingUrl, isValidPictureUrl } from "./signed-url.ts";
import { parseOssProcess, type Recipe } from "./oss-process.ts";
import { toStandardSize } from "./standard-sizes.ts";

type MediaRequest = FastifyRequest<{
  Params: { key: string };
  Querystring: Readonly<Record<string, string | string[] | undefined>>;
}>;
/** Clock and secret that validate URLs of private pictures. */
type Signing = { readonly clock: AppContext["clock"]; readonly secret: () => Promise<string> };

const PROCESS = "x-oss-process";
const unchanged: Recipe = { resize: null, quality: null, format: null };
/** Responses are immutable, since a key changes with its content. */
const PUBLIC_CACHE_CONTROL = "public, max-age=31536000, immutable";
/** Private pictures are cached only by the browser that received the URL. */
const PRIVATE_CACHE_CONTROL = "private, max-age=600";
/** An SVG opened as a document must not run scripts or load anything. */
const SVG_CONTENT_SECURITY_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

function recipeOf(request: MediaRequest): Recipe {
  const text = request.query[PROCESS];
  if (text === undefined) return unchanged;
  if (typeof text !== "string") throw new Refusal("badRequest");
  return toStandardSize(parseOssProcess(text));
}

/** Sets the headers of every picture. Other origins and the poster canvas may use public pictures. */
function setHeaders(reply: FastifyReply, key: string, etag: string, recipe: Recipe): void {
  const isPublic = !isPrivateKey(key);
  if (recipe.format === "auto") void reply.header("vary", appendVary(reply, "Accept"));
  void reply
    .header("etag", etag)
    .header("cache-control", isPublic ? PUBLIC_CACHE_CONTROL : PRIVATE_CACHE_CONTROL)
    .header("cross-origin-resource-policy", isPublic ? "cross-origin" : "same-site")
    .header("x-content-type-options", "nosniff");
}

async function serve(
  pictures: PictureRepository,
  workQuota: Pick<AppContext["workQuota"], "share">,
  request: MediaRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key } = request.params;
  const recipe = recipeOf(request);
  const output = outputOf(recipe, kindOfKey(key), request.headers.accept);
  const etag = `"${output === null ? key : pictures.nameOf(key, recipe, output)}"`;
  if (matchesEtag(request, etag)) {
    setHeaders(reply, key, etag, recipe);
    return reply.code(304).send();
  }
  if (output === null) {
    const file = await pictures.original(key);
    if (file === null) throw new Refusal("notFound");
    setHeaders(reply, key, etag, recipe);
    if (kindOfKey(key) === "svg") void reply.header("content-security-policy", SVG_CONTENT_SECURITY_POLICY);
    return reply.type(pictureTypes[kindOfKey(key)]).header("content-length", file.size).send(file.stream);
  }
  const bytes = await pictures.converted(key, recipe, output, (name, convert) =>
    workQuota.share("picture", request.ip, name, convert),
  );
  if (bytes === null) throw new Refusal("notFound");
  setHeaders(reply, key, etag, recipe);
  return reply.type(pictureTypes[kindOfBytes(bytes)]).send(bytes);
}

const textOf = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** Refuses invalid and expired URLs alike, so that the response reveals nothing. @throws Refusal "notFound" */
async function requireValidSignature(
  { params, query }: MediaRequest,
  { clock, secret }: Signing,
): Promise<void> {
  const given = { expires: textOf(query["expires"]), signature: textOf(query["signature"]) };
  const isGood =
    isPrivateKey(params.key) && isValidPictureUrl(await secret(), params.key, given, clock.now());
  if (!isGood) throw new Refusal("notFound");
}

/** The same for a URL that does not expire. @throws Refusal "notFound" */
async function requireLastingSignature({ params, query }: MediaRequest, { secret }: Signing): Promise<void> {
  const isGood =
    isPrivateKey(params.key) && isValidLastingUrl(await secret(), params.key, textOf(query["signature"]));
  if (!isGood) throw new Refusal("notFound");
}

/** GET /media/<key>?x-oss-process=… (contract section 1): a stored picture, resized and converted. */
export function pictureRoutes(
  app: FastifyInstance,
  pictures: PictureRepository,
  workQuota: Pick<AppContext["workQuota"], "share">,
  signing: Signing,
): void {
  const on = (url: string, validate: (request: MediaRequest) => Promise<void>) => {
    app.get(url, async (request: MediaRequest, reply) => {
      try {
        await validate(request);
        return await serve(pictures, workQuota, request, reply);
      } catch (error) {
        if (error instanceof Refusal) return sendRefusal(reply, error);
        throw error;
      }
    });
    app.route({
      method: ["POST", "PUT", "DELETE", "PATCH"],
      url,
      handler: (_request, reply) =>
        sendRefusal(reply.header("Allow", allowedMethods(["GET"])), new Refusal("methodNotAllowed")),
    });
  };
  on("/media/:key", async ({ params }) => {
    if (!isPictureKey(params.key)) throw new Refusal("notFound");
  });
  on("/media/private/:key", (request) => requireValidSignature(request, signing));
  on("/media/person/:key", (request) => requireLastingSignature(request, signing));
}
