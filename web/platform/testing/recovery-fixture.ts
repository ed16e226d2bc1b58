import { afterEach, beforeEach, vi } from "vitest";
import type { SiteConfig } from "#contract/core/site.ts";
import { environmentKey } from "../environment/kept-configuration.ts";
import { setSite } from "../environment/site.ts";
import { onChallenge, type ChallengeKind, type RaisedChallenge } from "../http/challenges.ts";
import { currentSession } from "../session/session.ts";
import { fakeServer, responseOf, type FakeAnswer, type FakeRequest } from "./fake-server.ts";

/** A refusal of the server with a status, by default with the same code. */
export const refuse = (status: number, code = String(status)): FakeAnswer => ({ status, code, message: "" });
export const userInfo = {
  openId: "o",
  mobile: null,
  nickname: "n",
  avatar: null,
  vip: false,
  owner: false,
};
/** Answer of a list without entries. */
export const emptyList = { data: { list: [], nextCursor: null } };
export const signUpForm = { id: "7", name: "林晓岚", mobile: "13800138000", consent: true as const };
export const logIn = (token: string): void => currentSession.save({ accessToken: token, userInfo });

/**
 * Hides the kept configuration of the environment, which test files that run at the same time share: with one, a failed
 * call would look for a fresh one and be repeated.
 */
function hideKeptConfiguration(): void {
  const { getItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(function read(this: Storage, key: string) {
    return key === environmentKey() ? null : getItem.call(this, key);
  });
}

/** The surroundings of sendWithRecovery in a test; registers the hooks that reset them. */
export function recoveryFixture(site: SiteConfig, { hasKeptConfiguration = false } = {}) {
  const fixture = {
    /** Requests made so far. */
    requests: [] as readonly FakeRequest[],
    /** Answers of the server, in order; without one the network is down. */
    answers: [] as FakeAnswer[],
    /** Challenges raised so far. */
    raised: [] as RaisedChallenge[],
    /** The person's reaction to a challenge. */
    person: (_raised: RaisedChallenge): void => {},
    toasts: (): string[] => fixture.raised.flatMap((each) => (each.kind === "toast" ? [each.args.text] : [])),
    raisedOf: (kind: ChallengeKind): RaisedChallenge[] => fixture.raised.filter((each) => each.kind === kind),
  };
  beforeEach(() => {
    setSite(site);
    if (!hasKeptConfiguration) hideKeptConfiguration();
    currentSession.clear();
    Object.assign(fixture, { answers: [], raised: [], person: () => {} });
    onChallenge((each) => {
      fixture.raised.push(each);
      fixture.person(each);
    });
    fixture.requests = fakeServer(() => {
      const answer = fixture.answers.shift();
      return answer === undefined ? null : responseOf(answer);
    });
  });
  afterEach(() => vi.restoreAllMocks());
  return fixture;
}
