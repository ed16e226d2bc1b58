// A browser over HTTP, with an address of its own, cookies, and the product's calls.
import { checkCaptcha, createCaptcha } from "#contract/captcha/captcha.ts";
import type { ArgsOf, Call, ResultOf } from "#contract/core/call.ts";
import { sendSms, type SmsScene } from "#contract/identity/identity.ts";
import { newPerson } from "../../e2e/testing/people.ts";
import { simulator } from "../../e2e/testing/simulator.ts";
import { solveWork } from "../../server/captcha/test-solver.ts";
import { TestBrowser } from "../../server/identity/test-browser.ts";
import { buildCallRequest, type TestCallOptions } from "../../server/testing/request.ts";
import type { Target } from "./target.ts";

const APP_KEY = "marque-demo-app-key";

export type StrangerAnswer<D> = {
  readonly status: number;
  readonly code: string;
  /** The result if `code` is "00"; otherwise whatever was answered. */
  readonly data: D;
  readonly text: string;
};

export class Stranger {
  readonly target: Target;
  /** Session token and mobile after `become`. */
  token: string | undefined;
  mobile = "";
  readonly browser: TestBrowser;
  constructor(target: Target, address: string, headers: Readonly<Record<string, string>> = {}) {
    this.target = target;
    this.browser = new TestBrowser((url) => ({
      target: url,
      headers: { "x-forwarded-for": address, "user-agent": "Mozilla/5.0 (Linux; Android 14)", ...headers },
    }));
  }

  /** Logs in a new person, or the one with the mobile, by a token of the provider. */
  async become(mobile?: string): Promise<this> {
    const person = await newPerson(this.target.direct, mobile);
    this.token = person.token;
    this.mobile = person.mobile;
    return this;
  }

  async call<C extends Call>(
    call: C,
    args: ArgsOf<C>,
    options: TestCallOptions = {},
  ): Promise<StrangerAnswer<ResultOf<C>>> {
    const { method, url, query, headers, payload } = buildCallRequest(call, args, APP_KEY, {
      now: this.target.now(),
      ...(this.token !== undefined && { token: this.token }),
      ...options,
    });
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const isPicture = options.picture !== undefined;
    const answer = await this.browser.request(
      `${this.target.origin}${url as string}${search && `?${search}`}`,
      {
        method: method as string,
        headers: {
          ...(payload !== undefined && !isPicture && { "content-type": "application/json" }),
          ...(headers as Record<string, string>),
        },
        ...(payload !== undefined && {
          body: isPicture ? (payload as unknown as string) : JSON.stringify(payload),
        }),
      },
    );
    return {
      status: answer.status,
      code: answer.code ?? "",
      data: answer.data as unknown as ResultOf<C>,
      text: answer.text,
    };
  }

  /** Solves a puzzle without a picture. @returns captchaVerifyId; "": refused */
  async pass(purpose: Omit<ArgsOf<typeof createCaptcha>, "way">): Promise<string> {
    const made = await this.call(createCaptcha, { ...purpose, way: "work" });
    if (made.code !== "00") return "";
    const { challengeId, way, proofOfWork } = made.data;
    const nonces = solveWork(proofOfWork.seed, proofOfWork.bits);
    const checked = await this.call(checkCaptcha, { challengeId, x: 0, track: [], nonces, way });
    return checked.code === "00" ? checked.data.captchaVerifyId : "";
  }

  /** Asks for a code. @returns status and code of the answer, such as "200 00" */
  async askForSms(mobile: string, scene: SmsScene): Promise<string> {
    const captchaVerifyId = await this.pass({ action: "sms", mobile });
    if (captchaVerifyId === "") return "no puzzle";
    const { status, code } = await this.call(sendSms, { mobile, scene, captchaVerifyId });
    return `${status} ${code}`;
  }
}

/** The code of the last message to a mobile. */
export const codeSentTo = (target: Target, mobile: string): Promise<string> =>
  simulator(target.direct).sms(mobile);
/** Another code than this one. */
export const otherCode = (code: string, nth = 0): string => {
  const other = String((Number(code) + 1 + nth * 7_919) % 1_000_000);
  return other.padStart(6, "0");
};
