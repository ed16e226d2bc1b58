import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../core/app-context.ts";
import { WECHAT_SIMULATOR_PATH } from "../http/pages/site.ts";
import type { ReportedParcel, ShippingUploadResult, WechatShippingPort } from "../order/index.ts";
import { createWechatApi } from "./api.ts";
import { createCredentials, type Credentials } from "./credentials.ts";
import { wechatErrorKind } from "./rules.ts";
import { credentialStore } from "./store.ts";

type Upload = WechatShippingPort["upload"];
type UploadedReport = Parameters<Upload>[0];

/** Time-out of a request, ms. */
const REQUEST_TIMEOUT = 10_000;
const PATH = "wxa/sec/order/upload_shipping_info";

/** WeChat's codes of carriers by those of kuaidi100; others are sent as they are, in capitals. */
const carrierCodes: Readonly<Record<string, string>> = {
  shunfeng: "SF",
  zhongtong: "ZTO",
  yuantong: "YTO",
  shentong: "STO",
  yunda: "YD",
  jd: "JD",
  ems: "EMS",
  youzhengguonei: "YZPY",
  debangkuaidi: "DBL",
  jtexpress: "JTSD",
};
/** Error numbers of a report that WeChat has already. */
const KNOWN = new Set([10_060_023, 268_440_065]);
/** Error numbers of WeChat's own failures. */
const FAILED = new Set([-1, 10_060_012, 10_060_019]);

const parcelBody = ({ carrier, trackingNo, goods }: ReportedParcel, contact: string | null): object => ({
  ...(carrier !== null && {
    tracking_no: trackingNo,
    express_company: carrierCodes[carrier] ?? carrier.toUpperCase(),
  }),
  item_desc: goods,
  // Some carriers want it: the last four digits of the recipient's mobile.
  ...(carrier !== null && contact !== null && { contact: { receiver_contact: contact } }),
});
/** Body of a report, as WeChat documents it. */
const shippingBody = (report: UploadedReport): object => ({
  order_key: { order_number_type: 1, mchid: report.mchid, out_trade_no: report.outTradeNo },
  logistics_type: report.isPickup ? 4 : 1,
  delivery_mode: report.mode === "whole" ? 1 : 2,
  ...(report.mode === "split" && { is_all_delivered: report.isComplete }),
  shipping_list: report.parcels.map((parcel) => parcelBody(parcel, report.contact)),
  upload_time: toShanghaiIso(report.time),
  payer: { openid: report.openId },
});

/** Sends a report once. @returns WeChat's error number; null: no usable answer */
async function postReport(apiBase: string, token: string, body: object): Promise<number | null> {
  try {
    const answer = await fetch(
      `${apiBase}${PATH}?${new URLSearchParams({ access_token: token }).toString()}`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.timeout(REQUEST_TIMEOUT),
      },
    );
    const { errcode } = (await answer.json()) as { readonly errcode?: unknown };
    return answer.ok && typeof errcode === "number" ? errcode : null;
  } catch {
    return null;
  }
}

function resultOf(errcode: number | null): ShippingUploadResult {
  if (errcode === null || FAILED.has(errcode)) return { state: "silent" };
  if (errcode === 0 || KNOWN.has(errcode)) return { state: "accepted" };
  return { state: "refused", code: errcode };
}

/** Sends reports of 发货信息管理 with the mini-program's token; one that WeChat no longer accepts is replaced once. */
export function shippingUploader(
  apiBase: () => string,
  credentials: Pick<Credentials, "accessToken" | "forgetAccessToken">,
): Upload {
  return async (report) => {
    const body = shippingBody(report);
    for (let isFirst = true; ; isFirst = false) {
      let token: string;
      try {
        token = await credentials.accessToken();
      } catch {
        return { state: "silent" };
      }
      const errcode = await postReport(apiBase(), token, body);
      const isTokenOld = errcode !== null && wechatErrorKind(errcode) === "credentialInvalid";
      if (!isTokenOld || !isFirst) return isTokenOld ? { state: "silent" } : resultOf(errcode);
      await credentials.forgetAccessToken(token);
    }
  };
}

/** Creates the reports of this installation's mini-program; without its secret nothing is sent. */
export function createShippingUpload(context: AppContext): Upload {
  const settings = context.config.wechatMini;
  if (settings === null) return () => Promise.resolve({ state: "silent" });
  const { appId, appSecret } = settings;
  const apiBase = (): string => settings.apiBase ?? `${context.origin()}${WECHAT_SIMULATOR_PATH}/`;
  const api = createWechatApi({ apiBase, appId, appSecret }, context.log);
  return shippingUploader(apiBase, createCredentials(context, credentialStore(context.db, appId), api));
}
