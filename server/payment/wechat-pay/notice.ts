import * as z from "zod/mini";
import type { NoticeAnswer, NoticeEvent, NoticeResult, RawNotice } from "../channel.ts";
import type { WechatPayAccount } from "./client.ts";
import { readRefundNotice } from "./refunds.ts";
import { decryptResource, signatureFault } from "./signature.ts";
import { readTrade } from "./trades.ts";

const envelope = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal("AEAD_AES_256_GCM"),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z._default(z.string(), ""),
  }),
});
const refundKinds: Readonly<Record<string, "refunded" | "refundAbnormal" | "refundClosed">> = {
  "REFUND.SUCCESS": "refunded",
  "REFUND.ABNORMAL": "refundAbnormal",
  "REFUND.CLOSED": "refundClosed",
};
const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown;
  } catch {
    return undefined;
  }
};

/** The event in a decrypted resource; null: it has another shape than its type says. */
function eventOf(noticeId: string, type: string, content: unknown): NoticeEvent | null {
  const kind = refundKinds[type];
  if (kind !== undefined) {
    const found = readRefundNotice(content);
    return found && { kind, noticeId, refund: found.refund, merchantId: found.mchid };
  }
  if (type !== "TRANSACTION.SUCCESS") return { kind: "ignored", noticeId, subject: type };
  const trade = readTrade(content);
  return trade && { kind: "paid", noticeId, trade };
}

/** Verifies a notice by its raw bytes and decrypts it. */
export function readWechatNotice(
  { headers, body }: RawNotice,
  account: Pick<WechatPayAccount, "verificationKeys" | "v3Key">,
  now: number,
): NoticeResult {
  const header = (name: string): string | null => {
    const value = headers[name];
    return typeof value === "string" ? value : null;
  };
  const fault = signatureFault(header, body, account.verificationKeys, now);
  if (fault !== null) return { kind: "refused", reason: fault };
  const { success, data } = envelope.safeParse(parseJson(body));
  if (!success) return { kind: "refused", reason: "malformed" };
  const { ciphertext, nonce, associated_data: associatedData } = data.resource;
  const resource = decryptResource({ ciphertext, nonce, associatedData }, account.v3Key);
  if (resource === null) return { kind: "refused", reason: "decryption" };
  return eventOf(data.id, data.event_type, parseJson(resource)) ?? { kind: "refused", reason: "malformed" };
}

const statuses = { stored: 200, refused: 401, failed: 500 } as const;
/** WeChat looks at the status first; anything but 2xx comes again. */
export const wechatNoticeAnswer = (outcome: keyof typeof statuses): NoticeAnswer => ({
  status: statuses[outcome],
  type: "application/json; charset=utf-8",
  body: JSON.stringify(
    outcome === "stored" ? { code: "SUCCESS", message: "" } : { code: "FAIL", message: outcome },
  ),
});
