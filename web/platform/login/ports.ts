import { loginMessages, type Refusal } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { endSession } from "#contract/session.ts";
import { HOME } from "../address.ts";
import { miniProgramNow } from "../client.ts";
import { toast } from "../http/challenges.ts";
import { baseUrl } from "../http/request.ts";
import { send } from "../http/send.ts";
import { goOn, reload } from "../leave.ts";
import { siteNow } from "../site.ts";
import { database } from "../storage/database.ts";
import { localStore, sessionStore } from "../storage/safe-storage.ts";
import { loginValues } from "../storage/session-values.ts";
import { enter } from "./enter.ts";
import { endSessionAddress } from "./end-session-address.ts";
import { held } from "./held.ts";
import { forgetLogin, obstacleNow } from "./memory.ts";
import type { Ports } from "./runner.ts";
import { session } from "./session.ts";
import { track } from "../track.ts";
import type { Effect, Exchange, LoginEvent } from "./state.ts";
import { wayNow } from "./way.ts";

/** Done, and nothing follows from it. */
const nothing = (_done: void): null => null;
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

// What only one kind of host needs is loaded there alone.
const native = () => import("./native.ts");
const sso = () => import("./sso.ts");
const wechat = () => import("./wechat.ts");
const miniProgram = () => import("./mini-program.ts");

/** Leaves this page; where even that cannot be loaded, the login has failed. */
async function leave(effect: Effect & { do: "leave" }): Promise<LoginEvent | null> {
  try {
    if (effect.to === "wechat") (await wechat()).leaveForWechat(effect.round, wayNow());
    else await (await sso()).leaveForProvider(effect.purpose, effect.round);
    return null;
  } catch {
    return { is: "leaveFailed" };
  }
}

/** The mini-program's own login; back from it, whoever has a mobile by now is known. */
async function openHostLogin(): Promise<LoginEvent> {
  if ((await (await miniProgram()).openHostLogin()) === "unable") return { is: "hostUnable" };
  const hasMobile = Boolean(session.user()?.mobile);
  return { is: "seenAgain", way: wayNow(), obstacle: obstacleNow(), hasMobile };
}

/** How events name what a session came of. */
const names = {
  code: "sso",
  wechatCode: "wechat",
  token: "app",
  smsToken: "sms",
  tk: "tk",
} as const satisfies Record<Exchange["what"], string>;
/** Why a link's `tk` did not log anybody in, as far as the server tells. */
const whyNoTk = (refusal: Refusal | null): string => {
  if (refusal?.refusal === "tokenInvalid") return "refused";
  return refusal?.refusal === "conflict" ? "logged_in" : "unreached";
};

/** The person's session, here and in the app. */
const keeping: Pick<Ports, "keep" | "clear"> = {
  keep({ by }) {
    track("login_succeeded", { way: names[by] });
    if (held.session) enter(held.session);
    held.session = null;
    if (wayNow() === "native") void native().then(({ shareSession }) => shareSession());
    return null;
  },
  clear() {
    session.clear();
    if (wayNow() === "native") void native().then(({ unshareSession }) => unshareSession());
    return null;
  },
};

/** Logging out: whatever an effect comes to, the next one is carried out (requirements G07, G09, Q14). */
const ending: Pick<Ports, "endNative" | "endSession" | "clearAll" | "goHome" | "endProvider"> = {
  endNative: async () => nothing(await (await native()).endNative()),
  endSession: async () => {
    if (session.token() !== null) await send(endSession, {}, { isSilent: true }).catch(() => {});
    return null;
  },
  async clearAll() {
    session.clear();
    localStore.clear();
    sessionStore.clear();
    await database.removePersonal();
    return null;
  },
  goHome: () => nothing(goOn(location.origin + HOME)),
  endProvider() {
    const { clientId } = siteNow().brand;
    return nothing(goOn(endSessionAddress(baseUrl("pass"), clientId, location.origin + HOME)));
  },
};

/** What the login's effects come to in a browser. */
export const ports: Ports = {
  askApp: async ({ isRenewed }) => (await native()).askApp(isRenewed),
  openNativeLogin: async () => (await native()).openNativeLogin(),
  reload: async () => nothing(void wait(limits.reloadAfterNativeLogin).then(reload)),
  checkProvider: async () => (await sso()).checkProvider(),
  leave,
  openHostLogin,
  exchange: async ({ exchange }) => (await import("./exchange.ts")).exchangeHeld(exchange),
  ...keeping,
  forget: () => nothing(forgetLogin()),
  mark: ({ flag }) => nothing(loginValues.set("wxAuthFlag", String(flag))),
  unmark: () => nothing(loginValues.remove("wxAuthFlag", "loggedOut")),
  tellHost: async ({ isLoggedIn }) => {
    // The host takes it in its own time; nobody here waits for that.
    if (miniProgramNow() !== null) void miniProgram().then(({ tellLoggedIn }) => tellLoggedIn(isLoggedIn));
    return null;
  },
  say: ({ failure }) => nothing(toast(loginMessages[failure])),
  offer: () => null,
  trackFailure: ({ failure }) => nothing(track("login_failed", { way: wayNow(), reason: failure })),
  trackBadTk: () => nothing(track("tk_rejected", { reason: whyNoTk(held.refusal) })),
  ...ending,
  markLoggedOut: () => nothing(loginValues.set("loggedOut", "1")),
};
