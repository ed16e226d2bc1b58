import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { sendRefusal, appendVary } from "../../http/pipeline/envelope.ts";
import type { AppContext } from "../../core/app-context.ts";
import { isPictureKey, isPrivateKey, kindOfBytes, kindOfKey, pictureTypes } from "../storage/picture-keys.ts";
import { outputOf } from "./content-negotiation.ts";
import type { PictureRepository } from "../picture-repository.ts";
import { isValidPictureUrl } from "./signed-url.ts";
import { parseOssProcess, type Recipe } from "./oss-process.ts";

type MediaRequest = FastifyRequest<{
  Params: { key: string };
  Querystring: Readonly<Record<string, string | string[] | undefined>>;
}>;
/** What judges addresses of private pictures. */
type Signing = { readonly clock: AppContext["clock"]; readonly secret: () => Promise<string> };

const PROCESS = "x-oss-process";
const unchanged: Recipe = { resize: null, quality: null, format: null };
/** A key changes with its content, so an answer never does. */
const FOR_A_YEAR = "public, max-age=31536000, immutable";
/** A private one is kept by nobody but the browser that was given its address. */
const FOR_ITS_OWNER = "private, max-age=600";
/** A drawing opened by itself may run nothing and load nothing. */
const DRAWING_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

function recipeOf(request: MediaRequest): Recipe {
  const text = request.query[PROCESS];
  if (text === undefined) return unchanged;
  if (typeof text !== "string") throw new Refusal("badRequest");
  return parseOssProcess(text);
}

/** Headers of every picture. Pages of other hosts, and canvases that draw a poster, may use public ones. */
function setHeaders(reply: FastifyReply, key: string, etag: string, recipe: Recipe): void {
  const isPublic = !isPrivateKey(key);
  if (recipe.format === "webp" || recipe.format === "auto")
    void reply.header("vary", appendVary(reply, "Accept"));
  void reply
    .header("etag", etag)
    .header("cache-control", isPublic ? FOR_A_YEAR : FOR_ITS_OWNER)
    .header("cross-origin-resource-policy", isPublic ? "cross-origin" : "same-site")
    .header("x-content-type-options", "nosniff");
}
const isNotModified = (request: MediaRequest, etag: string): boolean =>
  (request.headers["if-none-match"] ?? "")
    .split(",")
    .some((part) => part.trim().replace(/^W\//, "") === etag);

async function serve(
  pictures: PictureRepository,
  workQuota: Pick<AppContext["workQuota"], "begin">,
  request: MediaRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key } = request.params;
  const recipe = recipeOf(request);
  const output = outputOf(recipe, kindOfKey(key), request.headers.accept);
  const etag = `"${output === null ? key : pictures.nameOf(key, recipe, output)}"`;
  if (isNotModified(request, etag)) {
    setHeaders(reply, key, etag, recipe);
    return reply.code(304).send();
  }
  if (output === null) {
    const file = await pictures.original(key);
    if (file === null) throw new Refusal("notFound");
    setHeaders(reply, key, etag, recipe);
    if (kindOfKey(key) === "svg") void reply.header("content-security-policy", DRAWING_POLICY);
    return reply.type(pictureTypes[kindOfKey(key)]).header("content-length", file.size).send(file.stream);
  }
  const bytes = await pictures.converted(key, recipe, output, () => workQuota.begin("picture", request.ip));
  if (bytes === null) throw new Refusal("notFound");
  setHeaders(reply, key, etag, recipe);
  return reply.type(pictureTypes[kindOfBytes(bytes)]).send(bytes);
}

const textOf = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** 404 for whatever is no address of ours, so that it tells nothing. @throws Refusal "notFound" */
async function requireValidSignature(
  { params, query }: MediaRequest,
  { clock, secret }: Signing,
): Promise<void> {
  const given = { expires: textOf(query["expires"]), signature: textOf(query["signature"]) };
  const isGood =
    isPrivateKey(params.key) && isValidPictureUrl(await secret(), params.key, given, clock.now());
  if (!isGood) throw new Refusal("notFound");
}

/** GET /media/<key>?x-oss-process=… (contract section 1): a stored picture, resized and converted. */
export function pictureRoutes(
  app: FastifyInstance,
  pictures: PictureRepository,
  workQuota: Pick<AppContext["workQuota"], "begin">,
  signing: Signing,
): void {
  const on = (url: string, judge: (request: MediaRequest) => Promise<void>) => {
    app.get(url, async (request: MediaRequest, reply) => {
      try {
        await judge(request);
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
        sendRefusal(reply.header("Allow", "GET, HEAD"), new Refusal("methodNotAllowed")),
    });
  };
  on("/media/:key", async ({ params }) => {
    if (!isPictureKey(params.key)) throw new Refusal("notFound");
  });
  on("/media/private/:key", (request) => requireValidSignature(request, signing));
}
