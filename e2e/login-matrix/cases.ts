import { loginMessages } from "#contract/errors.ts";
import { endSession, tokenLogin } from "#contract/session.ts";
import { over } from "../calls.ts";
import { hydrated } from "../chromium.ts";
import { logIn } from "./act.ts";
import { exchangeOf, NAME, type Run, type Wanted, type Way } from "./run.ts";
import { look, type Seen } from "./screen.ts";

/** What came of a case. */
export type Ending = {
  readonly seen: Seen;
  /** Pages shown after the wish, those that the person asked for left out. */
  readonly navigations: number;
};
export type Case = {
  readonly name: string;
  readonly wanted?: (way: Way) => Wanted;
  /** What the screen is to say in the end. */
  readonly expected: (way: Way) => Seen["what"];
  run(run: Run): Promise<Ending>;
};

/** Hosts that know who is there log in without being asked (requirement B10, E13). */
const isUnasked = (way: Way): boolean => way === "native" || way === "miniProgram";
const nameField = ({ page }: Run) => page.locator("form.su").getByLabel("姓名");

/** A page of the same host without the app: nothing logs in there by itself and leaves it meanwhile. */
const quietPage = ({ place }: Run): string => `${place}/healthz`;

/** Somebody opens the link; where nobody is logged in by the host, they begin to fill in the form. */
async function open(run: Run): Promise<void> {
  await run.page.goto(run.link);
  run.startCounting();
  await hydrated(run.page);
}
async function fillIn(run: Run): Promise<void> {
  await nameField(run).fill(NAME);
  // Kept a moment after the last key.
  await run.page.waitForFunction((name) => {
    try {
      return Object.values(sessionStorage).some((text) => text.includes(name));
    } catch {
      return true;
    }
  }, NAME);
}
const ending = (run: Run, seen: Seen): Ending => ({ seen, navigations: run.navigations() });
const enter = (run: Run): Promise<Seen> => logIn(run, !isUnasked(run.way));

/** The link is opened, the name filled in, and somebody logs in as the host lets them. */
async function plain(run: Run): Promise<Ending> {
  await open(run);
  // Whoever is logged in at once has no time to write before it: they write after it.
  if (isUnasked(run.way)) {
    const seen = await enter(run);
    await fillIn(run);
    return ending(run, seen);
  }
  await fillIn(run);
  return ending(run, await enter(run));
}

const fresh: Case = {
  name: "fresh",
  wanted: (way) => ({ isStranger: way === "sso", withWorker: true }),
  expected: () => "loggedIn",
  run: plain,
};

const expired: Case = {
  name: "token expired",
  expected: () => "loggedIn",
  async run(run) {
    const accessToken = await run.person.accessToken();
    const call = over(run.origin);
    const { sxToken, userInfo } = await call(tokenLogin, { accessToken });
    await run.page.goto(quietPage(run));
    await run.page.evaluate(
      ([token, user]) => {
        localStorage.setItem("marque.session-token", token ?? "");
        localStorage.setItem("marque.mall-user-info", user ?? "");
      },
      [sxToken, JSON.stringify(userInfo)],
    );
    await open(run);
    await logIn(run, false);
    await fillIn(run);
    // The server takes the token no more; whoever loads the page again learns of it.
    const token = await run.page.evaluate(() => localStorage.getItem("marque.session-token") ?? "");
    await over(run.origin, { token })(endSession, {});
    await run.page.reload();
    run.startCounting();
    // The app gives a new token by itself; elsewhere the person is told, and logs in.
    if (run.way !== "native") {
      const toast = run.page.locator(".toast", { hasText: loginMessages.tokenInvalid });
      await toast.waitFor();
      await toast.waitFor({ state: "detached" });
    }
    await run.page.waitForFunction((old) => {
      const now = localStorage.getItem("marque.session-token");
      return now !== old && (now !== null || !navigator.userAgent.includes("QinglanApp"));
    }, token);
    return ending(run, await logIn(run, run.way !== "native"));
  },
};

const noMobile: Case = {
  name: "no mobile",
  wanted: () => ({ hasMobile: false }),
  expected: () => "noMobile",
  run: plain,
};

const providerDown: Case = {
  name: "provider down",
  expected: () => "told",
  async run(run) {
    const down = { host: run.host, times: 1_000 } as const;
    await run.sim.fail({ ...down, path: exchangeOf[run.way], status: 502 });
    if (run.way === "sso")
      await run.sim.fail({ ...down, path: "/pass/*", status: 503, body: "<h1>503</h1>" });
    return plain(run);
  },
};

/** The return from provider or WeChat brings another state than was sent, the first time. */
const wrongState: Case = {
  name: "wrong state",
  wanted: () => ({ withWorker: true }),
  expected: () => "loggedIn",
  async run(run) {
    // The native app sends nobody away: a foreign code in the link is all that can be wrong.
    if (run.way === "native") {
      await run.page.goto(run.link.replace("#", "&code=attacker&state=1795226901307&loginType=SSO#"));
      run.startCounting();
      await hydrated(run.page);
      const seen = await enter(run);
      await fillIn(run);
      return ending(run, seen);
    }
    await run.visit.context.addInitScript(() => {
      if (!location.search.includes("code=") || localStorage.getItem("forgotten") !== null) return;
      localStorage.setItem("forgotten", "1");
      sessionStorage.setItem("vw_mall.state", "1");
    });
    return plain(run);
  },
};

const storageBlocked: Case = {
  name: "storage blocked",
  expected: () => "loggedIn",
  async run(run) {
    await run.visit.context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("blocked", "SecurityError");
          },
        });
      IDBFactory.prototype.open = () => {
        throw new DOMException("blocked", "SecurityError");
      };
    });
    await open(run);
    if (run.way === "native") {
      const seen = await enter(run);
      await fillIn(run);
      return ending(run, seen);
    }
    await fillIn(run);
    return ending(run, await logIn(run));
  },
};

const back: Case = {
  name: "Back after login",
  wanted: () => ({ withWorker: true }),
  expected: () => "loggedIn",
  async run(run) {
    const before = isUnasked(run.way) ? quietPage(run) : `${run.place}/marketing/area/activity/list`;
    await run.page.goto(before);
    if (!isUnasked(run.way)) await hydrated(run.page);
    const { seen, navigations } = await plain(run);
    if (seen.what !== "loggedIn") return { seen, navigations };
    // Login pages took this page's place: before it is what was before it.
    await run.page.goBack();
    await run.page.waitForURL(before);
    await run.page.goForward();
    await run.page.waitForURL(run.link);
    await hydrated(run.page);
    const again = await logIn(run, false);
    // Back and forward are two pages that the person asked for.
    return { seen: again, navigations: run.navigations() - 2 };
  },
};

const reload: Case = {
  name: "reload during login",
  wanted: () => ({ withWorker: true }),
  expected: () => "loggedIn",
  async run(run) {
    const path = exchangeOf[run.way];
    await run.sim.fail({ host: run.host, path, delayMs: 2_000, times: 1 });
    const asked = run.page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await run.page.goto(run.link);
    run.startCounting();
    await hydrated(run.page);
    if (!isUnasked(run.way)) await fillIn(run);
    const entering = enter(run);
    await asked;
    await run.page.reload();
    await entering.catch(() => {});
    await hydrated(run.page);
    const seen = await logIn(run, !isUnasked(run.way));
    if (isUnasked(run.way)) await fillIn(run);
    // One of them was the reload itself.
    return { seen, navigations: run.navigations() - 1 };
  },
};

export const cases: readonly Case[] = [
  fresh,
  expired,
  noMobile,
  providerDown,
  wrongState,
  storageBlocked,
  back,
  reload,
];

/** What was to be kept and is not: the address letter for letter, and what was written. */
export async function lost(run: Run): Promise<string[]> {
  const value = await nameField(run)
    .inputValue({ timeout: 3_000 })
    .catch(() => "no form");
  const url = run.page.url();
  return [
    ...(url === run.link ? [] : [`the address is ${url}`]),
    ...(value === NAME ? [] : [`the name is "${value}"`]),
    ...((await look(run.page)).what === "moving" ? ["the page does not come to rest"] : []),
  ];
}
