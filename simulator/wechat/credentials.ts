import { createHmac, randomBytes } from "node:crypto";
import type { SimulatedPerson } from "./people.ts";

/** Lifetimes, ms (platform facts sections 1.2 and 1.3). */
const CODE_LIFE = 5 * 60_000;
const TOKEN_LIFE = 7_200_000;
export const tokenExpiresIn = TOKEN_LIFE / 1000;

export type WechatScope = "snsapi_base" | "snsapi_userinfo";
type Consent = { readonly person: SimulatedPerson; readonly scope: WechatScope };
/** A value, or WeChat's error code. */
export type WechatResult<T> = { readonly value: T } | { readonly errcode: number };

const newText = (bytes: number): string => randomBytes(bytes).toString("hex");

/** Credentials issued by the simulator: codes, people's tokens, the account's token, and tickets. */
export function createWechatCredentials(now: () => number, secret: string) {
  const codes = new Map<string, Consent & { readonly until: number; isUsed: boolean }>();
  const tokens = new Map<string, Consent & { readonly until: number }>();
  let own: { readonly token: string; readonly until: number } | null = null;
  const counts = { tokens: 0, tickets: 0 };
  /** Derived from the time, so that a restarted server accepts earlier tickets. */
  const ticketOf = (window: number): string =>
    `sim-${createHmac("sha256", secret).update(String(window)).digest("hex")}`;
  const windowNow = (): number => Math.floor(now() / TOKEN_LIFE);
  return {
    counts,
    /** Issues a code for a consent: 32 characters, single use, for 5 minutes. */
    code(consent: Consent): string {
      for (const [code, { until }] of codes) if (until + CODE_LIFE < now()) codes.delete(code);
      const code = newText(16);
      codes.set(code, { ...consent, until: now() + CODE_LIFE, isUsed: false });
      return code;
    },
    spend(code: string): WechatResult<Consent & { readonly token: string }> {
      const found = codes.get(code);
      if (!found) return { errcode: 40029 };
      if (found.isUsed) return { errcode: 40163 };
      if (found.until <= now()) return { errcode: 42003 };
      found.isUsed = true;
      const token = newText(32);
      const { person, scope } = found;
      tokens.set(token, { person, scope, until: now() + TOKEN_LIFE });
      return { value: { person, scope, token } };
    },
    personOf(token: string, openId: string): WechatResult<SimulatedPerson> {
      const found = tokens.get(token);
      if (!found) return { errcode: 40001 };
      if (found.until <= now()) return { errcode: 42001 };
      if (found.person.openId !== openId) return { errcode: 40003 };
      return found.scope === "snsapi_userinfo" ? { value: found.person } : { errcode: 48001 };
    },
    /** Issues the account's token, which invalidates the previous one. */
    ownToken(): string {
      counts.tokens++;
      own = { token: newText(32), until: now() + TOKEN_LIFE };
      return own.token;
    },
    /** Error number of the account's token; 0: it is valid. */
    ownTokenError(token: string): number {
      if (token !== own?.token) return 40001;
      return own.until <= now() ? 42001 : 0;
    },
    ticket(token: string): WechatResult<string> {
      const errcode = this.ownTokenError(token);
      if (errcode !== 0) return { errcode };
      counts.tickets++;
      return { value: ticketOf(windowNow()) };
    },
    /** Valid tickets: of the current and the previous window. */
    tickets: (): string[] => [windowNow(), windowNow() - 1].map(ticketOf),
  };
}
export type WechatCredentials = ReturnType<typeof createWechatCredentials>;

/** The brand's mini-program at the simulated WeChat. */
export type SimulatedMiniProgram = {
  readonly appId: string;
  readonly secret: string;
  readonly issued: WechatCredentials;
};
