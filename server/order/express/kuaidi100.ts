import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { expressNoticePath } from "#contract/order/express-notice.ts";
import type { AppContext } from "../../core/app-context.ts";
import { urlPrefixes } from "../../http/network/url-prefixes.ts";
import { expressAnswers } from "./messages.ts";
import { readTrack, trackShape, type ExpressTrack } from "./track.ts";

/** Time-out of a request, ms. */
const TIMEOUT = 10_000;
/** Answers to a subscription: accepted; accepted before; the service itself failed. */
const ACCEPTED = "200";
const KNOWN = "501";
const SERVICE_ERROR = "500";

type ExpressParcel = {
  /** The carrier's code at kuaidi100: `shunfeng`. */
  readonly carrier: string;
  readonly trackingNo: string;
  /** Last four digits of the recipient's number, which some carriers want; null: not sent. */
  readonly phoneTail: string | null;
};
type SubscribeResult =
  | { readonly state: "subscribed" }
  | { readonly state: "refused"; readonly code: string };
export type ExpressReport =
  | { readonly kind: "track"; readonly track: ExpressTrack }
  | { readonly kind: "refused"; readonly reason: "malformed" | "signature" };
/** No usable answer of the service: the request may be repeated. */
class ExpressSilent extends Error {
  override readonly name = "ExpressSilent";
}

/** Tracking of parcels by kuaidi100: subscriptions, and the reports that it sends for them. */
export type ExpressTracking = {
  /** Asks for reports about a parcel; asking again changes nothing. @throws ExpressSilent */
  subscribe(parcel: ExpressParcel): Promise<SubscribeResult>;
  /** The track of a parcel now; null: none yet. @throws ExpressSilent */
  query(parcel: ExpressParcel): Promise<ExpressTrack | null>;
  /** Judges a report by its bytes. Each has the whole track so far, so they may come in any order and twice. */
  readReport(body: Uint8Array): ExpressReport;
  /** Response to a report that was stored, or that shall come again. */
  answerReport(outcome: keyof typeof expressAnswers): { status: number; body: object };
};

const subscription = z.object({ returnCode: z.string() });
const report = z.object({ lastResult: trackShape });
const queried = z.object({ ...trackShape.shape, status: z.optional(z.string()) });

const md5 = (text: string): string => createHash("md5").update(text).digest("hex").toUpperCase();
function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given.toUpperCase()), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

async function post(url: string, form: Readonly<Record<string, string>>): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const content = parseJson(await answer.text());
    if (answer.ok && content !== undefined) return content;
    throw new ExpressSilent(`status ${answer.status}`);
  } catch (error) {
    if (error instanceof ExpressSilent) throw error;
    throw new ExpressSilent(error instanceof Error ? error.name : "no answer", { cause: error });
  }
}

/** Connects to kuaidi100 by the settings, or to the simulator; null: this installation has no tracking. */
export function createExpressTracking({ config, origin }: AppContext): ExpressTracking | null {
  const { express } = config;
  if (express === null) return null;
  const { customer, key, salt } = express;
  const base = (): string => express.base ?? `${origin()}/sim/express/`;
  const api = (): string => config.apiBase ?? `${origin()}${urlPrefixes(config).api}`;
  const callback = (): string => express.callback ?? `${api()}${expressNoticePath}`;
  const phoneOf = ({ phoneTail }: ExpressParcel): object => (phoneTail === null ? {} : { phone: phoneTail });
  return {
    async subscribe(parcel) {
      const param = JSON.stringify({
        company: parcel.carrier,
        number: parcel.trackingNo,
        key,
        parameters: { callbackurl: callback(), salt, resultv2: "1", ...phoneOf(parcel) },
      });
      const { success, data } = subscription.safeParse(
        await post(`${base()}poll`, { schema: "json", param }),
      );
      if (!success || data.returnCode === SERVICE_ERROR) throw new ExpressSilent("the service has failed");
      const isTaken = data.returnCode === ACCEPTED || data.returnCode === KNOWN;
      return isTaken ? { state: "subscribed" } : { state: "refused", code: data.returnCode };
    },
    async query(parcel) {
      const param = JSON.stringify({
        com: parcel.carrier,
        num: parcel.trackingNo,
        resultv2: "1",
        ...phoneOf(parcel),
      });
      const form = { customer, sign: md5(param + key + customer), param };
      const { success, data } = queried.safeParse(await post(`${base()}poll/query.do`, form));
      return success && data.status === ACCEPTED ? readTrack(data) : null;
    },
    readReport(body) {
      const form = new URLSearchParams(Buffer.from(body).toString());
      const [param = "", ...more] = form.getAll("param");
      if (param === "" || more.length > 0) return { kind: "refused", reason: "malformed" };
      if (!isEqual(form.get("sign") ?? "", md5(param + salt)))
        return { kind: "refused", reason: "signature" };
      const { success, data } = report.safeParse(parseJson(param));
      const track = success ? readTrack(data.lastResult) : null;
      return track ? { kind: "track", track } : { kind: "refused", reason: "malformed" };
    },
    answerReport: (outcome) => ({
      status: outcome === "stored" ? 200 : 500,
      body: expressAnswers[outcome],
    }),
  };
}
