import fc from "fast-check";
import { expect, it } from "vitest";
import { loginReducer } from "./login-reducer.ts";
import type {
  RedirectedLogin,
  LoginEffect,
  LoginFailure,
  LoginEvent,
  LoginState,
  RedirectObstacle,
  LoginMethod,
} from "./login-state.ts";

/** How a day goes: every question that the world is asked is answered by the next number. */
type World = {
  readonly method: LoginMethod;
  readonly obstacle: RedirectObstacle | null;
  readonly answers: Iterator<number>;
};

/** What happened since the last wish, or since the first page was opened. */
type Account = { navigations: number; steps: number; said: LoginFailure[]; kept: number; exchanged: number };
const fresh = (): Account => ({ navigations: 0, steps: 0, said: [], kept: 0, exchanged: 0 });

/** One tab: what stands in its storage outlives its pages, what stands in memory does not. */
class Tab {
  readonly #world: World;
  state: LoginState = { status: "visitor" };
  /** Session storage. */
  #away: RedirectedLogin | null = null;
  #isAttempted = false;
  /** Local storage. */
  #session: { hasMobile: boolean } | null = null;
  #exchangedSession: { hasMobile: boolean } | null = null;
  account = fresh();

  constructor(world: World) {
    this.#world = world;
  }
  #choose<T>(options: readonly T[]): T {
    const option = options[Number(this.#world.answers.next().value) % options.length];
    if (option === undefined) throw new Error("there is nothing to choose from");
    return option;
  }
  get #facts() {
    return { method: this.#world.method, obstacle: this.#world.obstacle };
  }

  /** A page of the app is loaded; what the address brings is chosen by the world. */
  load(): void {
    this.state = this.#away ?? { status: this.#session ? "loggedIn" : "visitor" };
    if (this.#away !== null) {
      const names = [
        "returned",
        "returnedWithWrongState",
        "returnedWithoutCode",
        "navigatedBack",
        "exchangeInterrupted",
      ] as const;
      this.take({ type: this.#choose(names) });
    } else
      this.take({
        type: "pageOpened",
        ...this.#facts,
        isLoggedIn: this.#session !== null,
        isAttempted: this.#isAttempted,
      });
  }
  /** Somebody wants something; whatever comes of it is counted anew. */
  wish(event: LoginEvent): void {
    this.account = fresh();
    this.take(event);
  }
  take(event: LoginEvent): void {
    this.account.steps++;
    if (this.account.steps > 60) throw new Error("this goes round in circles");
    const { state, effects } = loginReducer(this.state, event);
    this.state = state;
    for (const effect of effects) {
      // A page that was left carries nothing out any more.
      if (this.#navigates(effect)) return;
      const next = this.#answer(effect);
      if (next) this.take(next);
    }
  }
  #navigates(effect: LoginEffect): boolean {
    if (effect.type !== "redirect" && effect.type !== "reload") return false;
    if (effect.type === "redirect") {
      if (this.#choose([true, true, true, false])) {
        const { type: _type, ...place } = effect;
        this.#away = { status: "redirected", ...place };
      } else {
        this.take({ type: "redirectFailed" });
        return true;
      }
    }
    this.account.navigations++;
    this.load();
    return true;
  }
  #answer(effect: LoginEffect): LoginEvent | null {
    switch (effect.type) {
      case "requestAppToken":
        return this.#choose<LoginEvent>([
          { type: "appTokenReceived" },
          { type: "appTokenUnchanged" },
          { type: "appUnavailable" },
          { type: "appNotLoggedIn", isSessionFromApp: true },
          { type: "appNotLoggedIn", isSessionFromApp: false },
        ]);
      case "openNativeLogin":
        return {
          type: this.#choose(["nativeLoginDone", "nativeLoginClosed", "nativeLoginUnavailable"] as const),
        };
      case "checkProvider":
        return { type: this.#choose(["providerUp", "providerDown"] as const) };
      case "openHostLogin":
        if (this.#choose([true, false])) return { type: "hostLoginUnavailable" };
        this.account.navigations++;
        return { type: "pageShownAgain", ...this.#facts, hasMobile: this.#choose([true, false]) };
      case "exchange": {
        this.account.exchanged++;
        const hasMobile = this.#choose([true, false]);
        this.#exchangedSession = { hasMobile };
        return this.#choose<LoginEvent>([
          { type: "accepted", hasMobile },
          { type: "refused" },
          { type: "tokenRefused" },
          { type: "networkLost" },
        ]);
      }
      default:
        this.#note(effect);
        return null;
    }
  }
  #note(effect: LoginEffect): void {
    if (effect.type === "saveSession") {
      this.account.kept++;
      this.#session = this.#exchangedSession;
    }
    if (effect.type === "clearSession" || effect.type === "clearAllData") this.#session = null;
    if (effect.type === "clearPendingLogin") this.#away = null;
    if (effect.type === "setWechatFlag" || effect.type === "markLoggedOut") this.#isAttempted = true;
    if (effect.type === "clearLoginFlags") this.#isAttempted = false;
    if (effect.type === "showFailure") this.account.said.push(effect.failure);
  }
  get isRemembered(): boolean {
    return this.#away !== null;
  }
  get hasSession(): boolean {
    return this.#session !== null;
  }
}

const ways = ["native", "wechat", "miniProgram", "sso"] as const;
const wishes = [
  "login",
  "register",
  "bindMobile",
  "expired",
  "expiredUnseen",
  "logOut",
  "sms",
  "tk",
] as const;
const eventOf = (
  wish: (typeof wishes)[number],
  { method, obstacle }: World,
  isLoggedIn: boolean,
): LoginEvent => {
  if (wish === "expired" || wish === "expiredUnseen")
    return { type: "sessionRefused", isRequestedByUser: wish === "expired", method, obstacle };
  if (wish === "logOut") return { type: "logoutRequested", method };
  if (wish === "sms") return { type: "smsTokenReceived" };
  if (wish === "tk") return { type: "tkReceived", isLoggedIn };
  return { type: "loginRequested", purpose: wish, method: wish === "login" ? method : "sso", obstacle };
};
/** Failures that whoever asked is told at the place where they asked: nothing was left for them. */
const toldInPlace: readonly LoginFailure[] = [
  "offline",
  "storageBlocked",
  "providerDown",
  "tokenInvalid",
  "ssoFailed",
];

/** Whether the person was told what the outcome asks for: a failure once, here or where they asked; else nothing. */
function isTold(state: LoginState, { said, navigations }: Account): boolean {
  if (state.status !== "failed") return said.length === 0;
  if (said.length === 0) return navigations === 0 && toldInPlace.includes(state.failure);
  return said.length === 1 && said[0] === state.failure;
}

function* repeat(numbers: readonly number[]): Generator<number, never> {
  for (let at = 0; ; at++) yield numbers[at % numbers.length] ?? 0;
}

const lives = fc.record({
  method: fc.constantFrom(...ways),
  obstacle: fc.constantFrom<RedirectObstacle | null>(null, null, null, "storageBlocked", "offline"),
  numbers: fc.array(fc.nat(59), { minLength: 1, maxLength: 40 }),
  wished: fc.array(fc.constantFrom(...wishes), { maxLength: 8 }),
});

it("whatever host, storage, provider and person do: every wish ends, after at most 3 navigations, at a named place", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(lives, ({ method, obstacle, numbers, wished }) => {
      const world: World = { method, obstacle, answers: repeat(numbers) };
      const tab = new Tab(world);
      const judge = () => {
        const { state, account } = tab;
        expect(["visitor", "loggedIn", "failed"]).toContain(state.status);
        expect(account.navigations).toBeLessThanOrEqual(3);
        // Nothing of a login that is over stays behind, or the next page would take it up.
        expect(tab.isRemembered).toBe(false);
        // Nobody is logged in without an exchange, and nobody twice.
        expect(account.kept).toBeLessThanOrEqual(Math.min(1, account.exchanged));
        expect([state, account.said, isTold(state, account)]).toEqual([state, account.said, true]);
        seen.add(state.status === "failed" ? `${method} ${state.failure}` : `${method} ${state.status}`);
      };
      tab.load();
      judge();
      for (const wish of wished) {
        tab.wish(eventOf(wish, world, tab.hasSession));
        judge();
      }
    }),
    { numRuns: 3_000 },
  );
  // It has met what it was to meet.
  for (const one of [
    "sso ssoFailed",
    "wechat messagingFailed",
    "miniProgram messagingFailed",
    "native tokenInvalid",
  ])
    expect([...seen]).toContain(one);
});
