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

/** The surroundings of the login: the generated numbers choose the answer of each request. */
type World = {
  readonly method: LoginMethod;
  readonly obstacle: RedirectObstacle | null;
  readonly answers: Iterator<number>;
};

/** Events since the last login request, or since the first page was opened. */
type Counts = { navigations: number; steps: number; shown: LoginFailure[]; saved: number; exchanged: number };
const fresh = (): Counts => ({ navigations: 0, steps: 0, shown: [], saved: 0, exchanged: 0 });

/** One tab: its storage survives a page load, its memory does not. */
class Tab {
  readonly #world: World;
  state: LoginState = { status: "visitor" };
  /** Session storage. */
  #away: RedirectedLogin | null = null;
  #isAttempted = false;
  /** Local storage. */
  #session: { hasMobile: boolean } | null = null;
  #exchangedSession: { hasMobile: boolean } | null = null;
  counts = fresh();

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

  /** Loads a page of the app; the world chooses what is in the address. */
  load(): void {
    this.state = this.#away ?? { status: this.#session ? "loggedIn" : "visitor" };
    if (this.#away !== null) {
      const names = ["returned", "wrongState", "codeMissing", "navigatedBack", "interrupted"] as const;
      this.take({ type: this.#choose(names) });
    } else
      this.take({
        type: "pageOpened",
        ...this.#facts,
        isLoggedIn: this.#session !== null,
        isAttempted: this.#isAttempted,
      });
  }
  /** Runs an event of the person and starts counting again. */
  request(event: LoginEvent): void {
    this.counts = fresh();
    this.take(event);
  }
  take(event: LoginEvent): void {
    this.counts.steps++;
    if (this.counts.steps > 60) throw new Error("too many steps");
    const { state, effects } = loginReducer(this.state, event);
    this.state = state;
    for (const effect of effects) {
      // A page that was left runs no more effects.
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
    this.counts.navigations++;
    this.load();
    return true;
  }
  #answer(effect: LoginEffect): LoginEvent | null {
    switch (effect.type) {
      case "requestAppToken":
        return this.#choose<LoginEvent>([
          { type: "tokenReceived" },
          { type: "tokenUnchanged" },
          { type: "appUnavailable" },
          { type: "appLoggedOut", isSessionFromApp: true },
          { type: "appLoggedOut", isSessionFromApp: false },
        ]);
      case "openNativeLogin":
        return {
          type: this.#choose(["nativeLoginDone", "nativeLoginClosed", "nativeLoginFailed"] as const),
        };
      case "checkProvider":
        return { type: this.#choose(["providerUp", "providerDown"] as const) };
      case "openHostLogin":
        if (this.#choose([true, false])) return { type: "hostLoginFailed" };
        this.counts.navigations++;
        return { type: "shownAgain", ...this.#facts, hasMobile: this.#choose([true, false]) };
      case "exchange": {
        this.counts.exchanged++;
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
      this.counts.saved++;
      this.#session = this.#exchangedSession;
    }
    if (effect.type === "clearSession" || effect.type === "clearAllData") this.#session = null;
    if (effect.type === "clearPendingLogin") this.#away = null;
    if (effect.type === "setWechatFlag" || effect.type === "markLoggedOut") this.#isAttempted = true;
    if (effect.type === "clearLoginFlags") this.#isAttempted = false;
    if (effect.type === "showFailure") this.counts.shown.push(effect.failure);
  }
  get isRemembered(): boolean {
    return this.#away !== null;
  }
  get hasSession(): boolean {
    return this.#session !== null;
  }
}

const ways = ["native", "wechat", "miniProgram", "sso"] as const;
const requestKinds = [
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
  kind: (typeof requestKinds)[number],
  { method, obstacle }: World,
  isLoggedIn: boolean,
): LoginEvent => {
  if (kind === "expired" || kind === "expiredUnseen")
    return { type: "sessionRefused", isByUser: kind === "expired", method, obstacle };
  if (kind === "logOut") return { type: "logoutRequested", method };
  if (kind === "sms") return { type: "smsReceived" };
  if (kind === "tk") return { type: "tkReceived", isLoggedIn };
  return { type: "loginRequested", purpose: kind, method: kind === "login" ? method : "sso", obstacle };
};
/** Failures that the caller shows in place, so that no toast is needed. */
const shownInPlace: readonly LoginFailure[] = [
  "offline",
  "storageBlocked",
  "providerDown",
  "tokenInvalid",
  "ssoFailed",
];

/**
 * Whether the person saw the message that the outcome requires: a failure once, as a toast or in place;
 * otherwise none.
 */
function isShown(state: LoginState, { shown, navigations }: Counts): boolean {
  if (state.status !== "failed") return shown.length === 0;
  if (shown.length === 0) return navigations === 0 && shownInPlace.includes(state.failure);
  return shown.length === 1 && shown[0] === state.failure;
}

function* repeat(numbers: readonly number[]): Generator<number, never> {
  for (let at = 0; ; at++) yield numbers[at % numbers.length] ?? 0;
}

const runs = fc.record({
  method: fc.constantFrom(...ways),
  obstacle: fc.constantFrom<RedirectObstacle | null>(null, null, null, "storageBlocked", "offline"),
  numbers: fc.array(fc.nat(59), { minLength: 1, maxLength: 40 }),
  requests: fc.array(fc.constantFrom(...requestKinds), { maxLength: 8 }),
});

it("any host, storage, provider and person: every login request ends, after at most 3 redirects, in a final state", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(runs, ({ method, obstacle, numbers, requests }) => {
      const world: World = { method, obstacle, answers: repeat(numbers) };
      const tab = new Tab(world);
      const check = () => {
        const { state, counts } = tab;
        expect(["visitor", "loggedIn", "failed"]).toContain(state.status);
        expect(counts.navigations).toBeLessThanOrEqual(3);
        // A finished login leaves nothing in storage that the next page would continue.
        expect(tab.isRemembered).toBe(false);
        // At most one session is saved, and only after an exchange.
        expect(counts.saved).toBeLessThanOrEqual(Math.min(1, counts.exchanged));
        expect([state, counts.shown, isShown(state, counts)]).toEqual([state, counts.shown, true]);
        seen.add(state.status === "failed" ? `${method} ${state.failure}` : `${method} ${state.status}`);
      };
      tab.load();
      check();
      for (const kind of requests) {
        tab.request(eventOf(kind, world, tab.hasSession));
        check();
      }
    }),
    { numRuns: 3_000 },
  );
  // The generated runs include the important failures.
  for (const outcome of [
    "sso ssoFailed",
    "wechat messagingFailed",
    "miniProgram messagingFailed",
    "native tokenInvalid",
  ])
    expect([...seen]).toContain(outcome);
});
