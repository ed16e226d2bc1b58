import { createPrivateKey, randomUUID, sign } from "node:crypto";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { PayCore } from "./simulator.ts";
import type { SimulatedChannel, PendingNotice, SimulatedRefund, SimulatedTrade } from "./store.ts";
import { alipayNotice } from "./alipay-bodies.ts";
import { wechatRefundNotice, wechatTransaction } from "./wechat-bodies.ts";
import { encryptResource, wechatSignatureHeaders } from "./wechat-signature.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Pauses after an attempt that was not acknowledged, by the product's clock. */
const pauses: Readonly<Record<SimulatedChannel, readonly number[]>> = {
  wechat: [
    15 * SECOND,
    15 * SECOND,
    30 * SECOND,
    3 * MINUTE,
    10 * MINUTE,
    20 * MINUTE,
    30 * MINUTE,
    30 * MINUTE,
    30 * MINUTE,
    HOUR,
    3 * HOUR,
    3 * HOUR,
    3 * HOUR,
    6 * HOUR,
    6 * HOUR,
  ],
  alipay: [4 * MINUTE, 10 * MINUTE, 10 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 15 * HOUR],
};
/** Time in which the product must acknowledge a notice, and after which another process sends it, ms. */
const ANSWER_TIME = 5 * SECOND;
const LEASE = 10 * SECOND;
/** Time by which the fault `reordered` holds a notice back, so that the next one is earlier, ms. */
const HELD_BACK = 3 * SECOND;

/** Builds and sends the channels' notices, again until they are acknowledged. */
export class NoticeSender {
  readonly #simulator: PayCore;
  #sent = 0;
  constructor(simulator: PayCore) {
    this.#simulator = simulator;
  }
  paid(trade: SimulatedTrade): void {
    this.#queue(trade.channel, trade.notifyUrl, (fault) =>
      trade.channel === "wechat"
        ? this.#wechatBody("TRANSACTION.SUCCESS", "transaction", this.#transaction(trade, fault))
        : alipayNotice(trade, this.#simulator.merchant(), { now: this.#simulator.now(), fault }),
    );
  }
  /** The notice of a refund that has ended. @param refundedFen sum of all refunds of the trade */
  refunded(refund: SimulatedRefund, trade: SimulatedTrade, refundedFen: number): void {
    const { merchant, now } = this.#simulator;
    const type = { success: "SUCCESS", abnormal: "ABNORMAL", closed: "CLOSED", processing: "SUCCESS" };
    this.#queue(trade.channel, refund.notifyUrl, (fault) =>
      trade.channel === "wechat"
        ? this.#wechatBody(
            `REFUND.${type[refund.status]}`,
            "refund",
            wechatRefundNotice(refund, trade, merchant().mchid),
          )
        : alipayNotice(trade, merchant(), { now: now(), fault, refund, refundedFen }),
    );
  }
  #transaction(trade: SimulatedTrade, fault: string | null): object {
    return wechatTransaction(trade, this.#simulator.merchant().mchid, { fault });
  }
  #wechatBody(eventType: string, type: string, content: object): string {
    const { merchant, now } = this.#simulator;
    return JSON.stringify({
      id: randomUUID(),
      create_time: toShanghaiIso(now()),
      event_type: eventType,
      resource_type: "encrypt-resource",
      summary: "simulated",
      resource: encryptResource(content, type, merchant().keys.v3Key),
    });
  }
  #queue(channel: SimulatedChannel, url: string, build: (fault: string | null) => string): void {
    const { store, now } = this.#simulator;
    const fault = store.takeFault(channel, "notice");
    if (fault === "lost" || fault === "down") return;
    const how = fault === "forged" || fault === "twice" ? fault : "plain";
    const notice = { id: randomUUID(), channel, url, body: build(fault), attempt: 0, how } as const;
    const delay = fault === "reordered" || fault === "slow" ? HELD_BACK : 0;
    store.putNotice(notice, now() + delay);
  }
  /** Sends what is due; resolves when all of it is answered. */
  async sendDue(): Promise<void> {
    const { store, now } = this.#simulator;
    if (!store.isUsed) return;
    await Promise.all(store.dueNotices(now(), LEASE).map((notice) => this.#send(notice)));
  }
  async #send(notice: PendingNotice): Promise<void> {
    const { store, now } = this.#simulator;
    const count = notice.how === "twice" ? 2 : 1;
    // Pauses count from the sending.
    const sentTime = now();
    const answers = await Promise.all(Array.from({ length: count }, () => this.#post(notice)));
    if (answers.every(Boolean)) return store.removeNotice(notice.id);
    const pause = pauses[notice.channel][notice.attempt];
    if (pause === undefined) return store.removeNotice(notice.id);
    store.putNotice({ ...notice, attempt: notice.attempt + 1, how: "plain" }, sentTime + pause);
  }
  /** Posts a notice once. @returns whether it was acknowledged */
  async #post({ channel, url, body, how }: PendingNotice): Promise<boolean> {
    const isForged = how === "forged";
    const request =
      channel === "wechat" ? this.#wechatRequest(body, isForged) : this.#alipayRequest(body, isForged);
    try {
      const answer = await fetch(url, {
        ...request,
        method: "POST",
        redirect: "error",
        signal: AbortSignal.timeout(ANSWER_TIME),
      });
      const text = await answer.text();
      return channel === "wechat" ? answer.ok : text === "success";
    } catch {
      return false;
    }
  }
  /** Under both keys by turns, as while a merchant moves from the platform certificate to the public key. */
  #wechatRequest(body: string, isForged: boolean): RequestInit {
    const { merchant, now } = this.#simulator;
    const usesCertificate = this.#sent++ % 2 === 1;
    return {
      headers: {
        "content-type": "application/json",
        ...wechatSignatureHeaders(body, merchant(), { now: now(), usesCertificate, isForged }),
      },
      body,
    };
  }
  #alipayRequest(body: string, isForged: boolean): RequestInit {
    const { keys } = this.#simulator.merchant();
    const parameters = Object.fromEntries(new URLSearchParams(body));
    const text = Object.keys(parameters)
      .filter((name) => name !== "sign_type")
      .toSorted()
      .map((name) => `${name}=${parameters[name]}`)
      .join("&");
    const key = createPrivateKey(isForged ? keys.wechatPublicKey : keys.alipay);
    const signature = sign("sha256", Buffer.from(text), key).toString("base64");
    return {
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body: new URLSearchParams({ ...parameters, sign: signature }).toString(),
    };
  }
}
