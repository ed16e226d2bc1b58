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
  readonly way: LoginMethod;
  readonly obstacle: RedirectObstacle | null;
  readonly answers: Iterator<number>;
};

/** What happened since the last wish, or since the first page was opened. */
type Account = { navigations: number; steps: number; said: LoginFailure[]; kept: number; exchanged: number };
const fresh = (): Account => ({ navigations: 0, steps: 0, said: [], kept: 0, exchanged: 0 });

/** One tab: what stands in its storage outlives its pages, what stands in memory does not. */
class Tab {
  readonly #world: World;
  state: LoginState = { at: "visitor" };
  /** Session storage. */
  #away: RedirectedLogin | null = null;
  #isMarked = false;
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
    return { way: this.#world.way, obstacle: this.#world.obstacle };
  }

  /** A page of the app is loaded; what the address brings is chosen by the world. */
  load(): void {
    this.state = this.#away ?? { at: this.#session ? "loggedIn" : "visitor" };
    if (this.#away !== null) {
      const names = ["returned", "returnedForeign", "givenUp", "cameBack", "cutShort"] as const;
      this.take({ is: this.#choose(names) });
    } else
      this.take({
        is: "started",
        ...this.#facts,
        isLoggedIn: this.#session !== null,
        isMarked: this.#isMarked,
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
    if (effect.do !== "leave" && effect.do !== "reload") return false;
    if (effect.do === "leave") {
      if (this.#choose([true, true, true, false])) {
        const { do: _do, ...place } = effect;
        this.#away = { at: "away", ...place };
      } else {
        this.take({ is: "leaveFailed" });
        return true;
      }
    }
    this.account.navigations++;
    this.load();
    return true;
  }
  #answer(effect: LoginEffect): LoginEvent | null {
    switch (effect.do) {
      case "askApp":
        return this.#choose<LoginEvent>([
          { is: "tokenFound" },
          { is: "tokenSame" },
          { is: "appSilent" },
          { is: "tokenMissing", isOwn: true },
          { is: "tokenMissing", isOwn: false },
        ]);
      case "openNativeLogin":
        return { is: this.#choose(["nativeDone", "nativeClosed", "nativeUnable"] as const) };
      case "checkProvider":
        return { is: this.#choose(["providerUp", "providerDown"] as const) };
      case "openHostLogin":
        if (this.#choose([true, false])) return { is: "hostUnable" };
        this.account.navigations++;
        return { is: "seenAgain", ...this.#facts, hasMobile: this.#choose([true, false]) };
      case "exchange": {
        this.account.exchanged++;
        const hasMobile = this.#choose([true, false]);
        this.#exchangedSession = { hasMobile };
        return this.#choose<LoginEvent>([
          { is: "accepted", hasMobile },
          { is: "refused" },
          { is: "tokenRefused" },
          { is: "networkLost" },
        ]);
      }
      default:
        this.#note(effect);
        return null;
    }
  }
  #note(effect: LoginEffect): void {
    if (effect.do === "keep") {
      this.account.kept++;
      this.#session = this.#exchangedSession;
    }
    if (effect.do === "clear" || effect.do === "clearAll") this.#session = null;
    if (effect.do === "forget") this.#away = null;
    if (effect.do === "mark" || effect.do === "markLoggedOut") this.#isMarked = true;
    if (effect.do === "unmark") this.#isMarked = false;
    if (effect.do === "say") this.account.said.push(effect.failure);
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
  { way, obstacle }: World,
  isLoggedIn: boolean,
): LoginEvent => {
  if (wish === "expired" || wish === "expiredUnseen")
    return { is: "expired", isWish: wish === "expired", way, obstacle };
  if (wish === "logOut") return { is: "logOutAsked", way };
  if (wish === "sms") return { is: "smsTokenFound" };
  if (wish === "tk") return { is: "tkFound", isLoggedIn };
  return { is: "asked", purpose: wish, way: wish === "login" ? way : "sso", obstacle };
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
  if (state.at !== "failed") return said.length === 0;
  if (said.length === 0) return navigations === 0 && toldInPlace.includes(state.failure);
  return said.length === 1 && said[0] === state.failure;
}

function* repeat(numbers: readonly number[]): Generator<number, never> {
  for (let at = 0; ; at++) yield numbers[at % numbers.length] ?? 0;
}

const lives = fc.record({
  way: fc.constantFrom(...ways),
  obstacle: fc.constantFrom<RedirectObstacle | null>(null, null, null, "storageBlocked", "offline"),
  numbers: fc.array(fc.nat(59), { minLength: 1, maxLength: 40 }),
  wished: fc.array(fc.constantFrom(...wishes), { maxLength: 8 }),
});

it("whatever host, storage, provider and person do: every wish ends, after at most 3 navigations, at a named place", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(lives, ({ way, obstacle, numbers, wished }) => {
      const world: World = { way, obstacle, answers: repeat(numbers) };
      const tab = new Tab(world);
      const judge = () => {
        const { state, account } = tab;
        expect(["visitor", "loggedIn", "failed"]).toContain(state.at);
        expect(account.navigations).toBeLessThanOrEqual(3);
        // Nothing of a login that is over stays behind, or the next page would take it up.
        expect(tab.isRemembered).toBe(false);
        // Nobody is logged in without an exchange, and nobody twice.
        expect(account.kept).toBeLessThanOrEqual(Math.min(1, account.exchanged));
        expect([state, account.said, isTold(state, account)]).toEqual([state, account.said, true]);
        seen.add(state.at === "failed" ? `${way} ${state.failure}` : `${way} ${state.at}`);
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
