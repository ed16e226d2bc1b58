import { headers as names } from "./headers.ts";
import { limits } from "./limits.ts";
import type { consoleRefusals } from "../console/refusal-terms.ts";
import type { mallRefusals } from "../mall/refusal-terms.ts";

type RefusalTerms = {
  /** HTTP status; 0 if no response arrived. */
  readonly status: number;
  /** Code in the response body. */
  readonly code: string;
  /** Message shown if the response has none. */
  readonly message: string;
};

/**
 * All refusals of the product: contract section 2, specification section 8. Statuses above 599 belong to the
 * flow engine; codes with status 200 are business codes.
 */
export const refusals = {
  invalid: { status: 601, code: "601", message: "参数校验失败" },
  taskRequired: { status: 602, code: "602", message: "请先完成前置任务" },
  mobileRequired: { status: 602, code: "MOBILE_REQUIRED", message: "请先绑定手机号" },
  queryFailed603: { status: 603, code: "603", message: "查询异常" },
  queryFailed604: { status: 604, code: "604", message: "查询异常" },
  queryFailed605: { status: 605, code: "605", message: "查询异常" },
  executionFailed606: { status: 606, code: "606", message: "执行异常" },
  executionFailed607: { status: 607, code: "607", message: "执行异常" },
  executionFailed608: { status: 608, code: "608", message: "执行异常" },
  flowDisabled: { status: 609, code: "609", message: "流程未启用" },
  taskFailed: { status: 610, code: "610", message: "任务异常" },
  noPermission: { status: 612, code: "612", message: "无权限" },
  notEligible: { status: 613, code: "613", message: "抱歉，你当前没有活动资格~" },
  captchaRequired: { status: 633, code: "633", message: "请先完成安全验证" },
  flowBranch: { status: 633, code: "633", message: "当前暂不能参加" },
  systemFailed: { status: 700, code: "700", message: "系统异常" },

  badRequest: { status: 400, code: "400", message: "请求格式不正确" },
  unauthenticated: { status: 401, code: "401", message: "请先登录" },
  sessionExpired: { status: 611, code: "611", message: "登录已过期，请重新登录" },
  notFound: { status: 404, code: "404", message: "内容不存在或已下线" },
  methodNotAllowed: { status: 405, code: "405", message: "请求方式不支持" },
  forbidden: { status: 406, code: "406", message: "您没有权限进行该操作" },
  conflict: { status: 409, code: "409", message: "该请求已用其他内容提交过，请刷新后重试" },
  tooLarge: { status: 413, code: "413", message: "提交的内容过大" },
  unsupportedType: { status: 415, code: "415", message: "请求格式不支持" },
  tooMany: { status: 429, code: "429", message: "操作太频繁，请稍后再试" },
  internal: { status: 500, code: "500", message: "服务异常，请稍后重试" },
  unreachable: { status: 502, code: "502", message: "服务暂时不可用，请稍后重试" },
  busy: { status: 503, code: "503", message: "活动太火爆了，请稍后再试" },

  tokenInvalid: { status: 200, code: "40102", message: "登录已失效" },
  codeSpent: { status: 200, code: "01", message: "授权已失效" },
  captchaFailed: { status: 200, code: "CAPTCHA_FAILED", message: "验证未通过，请再试一次" },
  smsCodeWrong: { status: 200, code: "SMS_CODE_WRONG", message: "验证码不正确" },
  smsCodeLocked: { status: 200, code: "SMS_CODE_LOCKED", message: "尝试次数过多，请重新获取验证码" },
  passwordWrong: { status: 200, code: "PASSWORD_WRONG", message: "账号或密码不正确" },
  accountUnknown: { status: 200, code: "ACCOUNT_UNKNOWN", message: "该手机号还没有注册，请先注册" },
  mobileTaken: {
    status: 200,
    code: "MOBILE_TAKEN",
    message: "该手机号已绑定其他账号，请更换号码，或用该号码登录",
  },
  notOwner: { status: 200, code: "NOT_OWNER", message: "您还不是认证车主，请先完成认证之后再加入" },

  timeout: { status: 0, code: "TIMEOUT", message: "活动太火爆了，请稍后再试" },
  offline: { status: 0, code: "OFFLINE", message: "网络不可用，请检查网络后重试" },
  other: { status: 0, code: "OTHER", message: "发生异常错误，请稍后重试" },
} as const satisfies Record<string, RefusalTerms>;
export type RefusalName = keyof typeof refusals | keyof typeof mallRefusals | keyof typeof consoleRefusals;
const known = new Map<string, RefusalTerms>(Object.entries(refusals));
/** Terms of a refusal; those of "other" if its file is not loaded. */
export const refusalTerms = (name: RefusalName): RefusalTerms => known.get(name) ?? refusals.other;

/** Task messages that differ from the toast for the same status (specification section 8). */
export const taskMessages: Readonly<Record<string, string>> = { "612": "无权限参与" };
export type RefusalDetails = {
  /** Replaces the default message. */
  readonly message?: string;
  /** Validation messages by field name, for the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Remark from header flow_branch_remark. */
  readonly remark?: string;
  /** Address in our product to visit first, from header task_link. */
  readonly taskLink?: string;
  /** Additional facts in the envelope's data. */
  readonly data?: unknown;
  readonly retryAfterSeconds?: number;
  /** Id of the refused request in the server's log. */
  readonly requestId?: string;
};

/** A refusal instead of a call's result; the same class on both sides. */
export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly remark: string | null;
  readonly taskLink: string | null;
  readonly data: unknown;
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
  constructor(refusal: RefusalName, details: RefusalDetails = {}, actual: Partial<RefusalTerms> = {}) {
    const terms: RefusalTerms = { ...refusalTerms(refusal), ...actual };
    super(details.message ?? details.remark ?? terms.message);
    this.name = "Refusal";
    this.refusal = refusal;
    this.status = terms.status;
    this.code = terms.code;
    this.fields = details.fields ?? {};
    this.remark = details.remark ?? null;
    this.taskLink = details.taskLink ?? null;
    this.data = details.data ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.requestId = details.requestId ?? null;
  }
  /** Response headers that carry the refusal (contract section 3); texts are percent-encoded UTF-8. */
  get headers(): Record<string, string> {
    const sent: Record<string, string> = {};
    if (this.refusal === "captchaRequired") sent[names.captchaVerify] = "true";
    if (this.remark !== null) sent[names.flowBranchRemark] = encodeURIComponent(this.remark);
    if (this.taskLink !== null) sent[names.taskLink] = encodeURIComponent(this.taskLink);
    if (this.retryAfterSeconds !== null) sent["Retry-After"] = String(this.retryAfterSeconds);
    return sent;
  }
}

const byCode = new Map<string, RefusalName>();
for (const [name, terms] of Object.entries(refusals).reverse()) byCode.set(terms.code, name as RefusalName);
/** Makes refusals known that only some pages need (contract/mall/refusals.ts). */
export function addRefusals(added: Readonly<Partial<Record<RefusalName, RefusalTerms>>>): void {
  for (const [name, terms] of Object.entries(added)) {
    known.set(name, terms);
    byCode.set(terms.code, name as RefusalName);
  }
}

/**
 * Decodes a percent-encoded header; null if absent or malformed, because a malformed header must not crash
 * the client (requirement N10).
 */
export const readHeaderText = (text: string | null): string | null => {
  if (text === null) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};
/**
 * Limits a server's message to text that is safe to show: short, without markup or stack trace (requirement
 * V27).
 */
const displayableMessage = (message: unknown): string | undefined => {
  if (typeof message !== "string" || message.trim() === "") return undefined;
  if (/<[a-z!/]|\n\s+at /i.test(message)) return undefined;
  return [...message].slice(0, limits.maxMessageLength).join("");
};
/** Statuses for which the specification defines messages; business codes have status 200. */
const hasSpecifiedMessage = (status: number): boolean =>
  status === 200 || status === 401 || status === 406 || status === 500 || status >= 600;

/**
 * Reads an unsuccessful response: the HTTP status decides first, then the body's code (requirements T11, trap
 * 12). Unknown codes become "other" with the server's message.
 * @param header reads one response header, null if absent
 */
export function readRefusal(
  status: number,
  body: { code?: unknown; message?: unknown; data?: unknown } | null,
  header: (name: string) => string | null,
): Refusal {
  const code = typeof body?.code === "string" || typeof body?.code === "number" ? String(body.code) : "";
  const message = displayableMessage(body?.message);
  if (message !== undefined && /timeout/i.test(message)) return new Refusal("timeout", {}, { status });
  const remark = displayableMessage(readHeaderText(header(names.flowBranchRemark))) ?? null;
  const taskLink = readHeaderText(header(names.taskLink));
  const found = byCode.get(code) ?? byCode.get(String(status));
  const requestId = header(names.requestId);
  const data = body?.data ?? null;
  const fields = (data as { fields?: Record<string, string> } | null)?.fields;
  const details: RefusalDetails = {
    ...(message !== undefined && { message }),
    ...(remark !== null && { remark }),
    ...(taskLink !== null && { taskLink }),
    ...(requestId !== null && { requestId }),
    ...(fields && typeof fields === "object" && { fields }),
    ...(/^\d{1,6}$/.test(header("Retry-After") ?? "") && {
      retryAfterSeconds: Number(header("Retry-After")),
    }),
    data,
  };
  const effective = status === 200 ? code : String(status);
  if (effective === "633" || code === "633") {
    const isCaptcha = header(names.captchaVerify) === "true";
    // The header's remark takes precedence over the body's message (requirement V08).
    const shown = remark === null ? details : { ...details, message: remark };
    return new Refusal(isCaptcha ? "captchaRequired" : "flowBranch", shown, { status });
  }
  // These two have fixed messages, whatever the server sends (specification section 8).
  if (found === "forbidden" || found === "noPermission")
    return new Refusal(found, { ...details, message: refusalTerms(found).message }, { status });
  if (found === undefined) return new Refusal("other", details, { status, code: code || String(status) });
  // Statuses without a defined message are shown as "other", including a proxy's error page (V09, V29).
  const shown = hasSpecifiedMessage(status) ? details : { message: refusals.other.message, ...details };
  return new Refusal(found, shown, { status, ...(code && { code }) });
}
