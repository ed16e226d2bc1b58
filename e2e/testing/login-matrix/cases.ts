import { loginMessages } from "#contract/core/errors.ts";
import { endSession, tokenLogin } from "#contract/session/session.ts";
import { contractClient } from "../contract-client.ts";
import { hydrated } from "../chromium.ts";
import { logInAsPerson } from "./log-in.ts";
import {
  sessionExchangePaths,
  FORM_NAME,
  type MatrixRun,
  type RunOptions,
  type HostLoginMethod,
} from "./run.ts";
import { readLoginScreen, type LoginScreen } from "./screen.ts";
import { classSelector, signUpForm } from "../../class-selector.ts";

/** What came of a case. */
export type CaseResult = {
  readonly seen: LoginScreen;
  /** Pages shown after the wish, those that the person asked for left out. */
  readonly navigations: number;
};
export type LoginCase = {
  readonly name: string;
  readonly wanted?: (way: HostLoginMethod) => RunOptions;
  /** What the screen is to say in the end. */
  readonly expected: (way: HostLoginMethod) => LoginScreen["what"];
  run(run: MatrixRun): Promise<CaseResult>;
};

/** Hosts that know who is there log in without being asked (requirement B10, E13). */
const isUnasked = (way: HostLoginMethod): boolean => way === "native" || way === "miniProgram";
const nameField = ({ page }: MatrixRun) => page.locator(signUpForm()).getByLabel("姓名");

/** A page of the same host without the app: nothing logs in there by itself and leaves it meanwhile. */
const quietPage = ({ place }: MatrixRun): string => `${place}/healthz`;

/** Somebody opens the link; where nobody is logged in by the host, they begin to fill in the form. */
async function open(run: MatrixRun): Promise<void> {
  await run.page.goto(run.link);
  run.startCounting();
  await hydrated(run.page);
}
async function fillIn(run: MatrixRun): Promise<void> {
  await nameField(run).fill(FORM_NAME);
  // Kept a moment after the last key.
  await run.page.waitForFunction((name) => {
    try {
      return Object.values(sessionStorage).some((text) => text.includes(name));
    } catch {
      return true;
    }
  }, FORM_NAME);
}
const ending = (run: MatrixRun, seen: LoginScreen): CaseResult => ({ seen, navigations: run.navigations() });
const logInOnHost = (run: MatrixRun): Promise<LoginScreen> => logInAsPerson(run, !isUnasked(run.way));

/** The link is opened, the name filled in, and somebody logs in as the host lets them. */
async function plain(run: MatrixRun): Promise<CaseResult> {
  await open(run);
  // Whoever is logged in at once has no time to write before it: they write after it.
  if (isUnasked(run.way)) {
    const seen = await logInOnHost(run);
    await fillIn(run);
    return ending(run, seen);
  }
  await fillIn(run);
  return ending(run, await logInOnHost(run));
}

const fresh: LoginCase = {
  name: "fresh",
  wanted: (way) => ({ isStranger: way === "sso", withWorker: true }),
  expected: () => "loggedIn",
  run: plain,
};

const expired: LoginCase = {
  name: "token expired",
  expected: () => "loggedIn",
  async run(run) {
    const accessToken = await run.person.accessToken();
    const call = contractClient(run.origin);
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
    await logInAsPerson(run, false);
    await fillIn(run);
    // The server takes the token no more; whoever loads the page again learns of it.
    const token = await run.page.evaluate(() => localStorage.getItem("marque.session-token") ?? "");
    await contractClient(run.origin, { token })(endSession, {});
    await run.page.reload();
    run.startCounting();
    // The app gives a new token by itself; elsewhere the person is told, and logs in.
    if (run.way !== "native") {
      const toast = run.page.locator(classSelector("toast", "toast"), {
        hasText: loginMessages.tokenInvalid,
      });
      await toast.waitFor();
      await toast.waitFor({ state: "detached" });
    }
    await run.page.waitForFunction((old) => {
      const now = localStorage.getItem("marque.session-token");
      return now !== old && (now !== null || !navigator.userAgent.includes("QinglanApp"));
    }, token);
    return ending(run, await logInAsPerson(run, run.way !== "native"));
  },
};

const noMobile: LoginCase = {
  name: "no mobile",
  wanted: () => ({ hasMobile: false }),
  expected: () => "noMobile",
  run: plain,
};

const providerDown: LoginCase = {
  name: "provider down",
  expected: () => "told",
  async run(run) {
    const down = { host: run.host, times: 1_000 } as const;
    await run.sim.fail({ ...down, path: sessionExchangePaths[run.way], status: 502 });
    if (run.way === "sso")
      await run.sim.fail({ ...down, path: "/pass/*", status: 503, body: "<h1>503</h1>" });
    return plain(run);
  },
};

/** The return from provider or WeChat brings another state than was sent, the first time. */
const wrongState: LoginCase = {
  name: "wrong state",
  wanted: () => ({ withWorker: true }),
  expected: () => "loggedIn",
  async run(run) {
    // The native app sends nobody away: a foreign code in the link is all that can be wrong.
    if (run.way === "native") {
      await run.page.goto(run.link.replace("#", "&code=attacker&state=1795226901307&loginType=SSO#"));
      run.startCounting();
      await hydrated(run.page);
      const seen = await logInOnHost(run);
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

const storageBlocked: LoginCase = {
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
      const seen = await logInOnHost(run);
      await fillIn(run);
      return ending(run, seen);
    }
    await fillIn(run);
    return ending(run, await logInAsPerson(run));
  },
};

const back: LoginCase = {
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
    const again = await logInAsPerson(run, false);
    // Back and forward are two pages that the person asked for.
    return { seen: again, navigations: run.navigations() - 2 };
  },
};

const reload: LoginCase = {
  name: "reload during login",
  wanted: () => ({ withWorker: true }),
  expected: () => "loggedIn",
  async run(run) {
    const path = sessionExchangePaths[run.way];
    await run.sim.fail({ host: run.host, path, delayMs: 2_000, times: 1 });
    const asked = run.page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await run.page.goto(run.link);
    run.startCounting();
    await hydrated(run.page);
    if (!isUnasked(run.way)) await fillIn(run);
    const entering = logInOnHost(run);
    await asked;
    await run.page.reload();
    await entering.catch(() => {});
    await hydrated(run.page);
    const seen = await logInAsPerson(run, !isUnasked(run.way));
    if (isUnasked(run.way)) await fillIn(run);
    // One of them was the reload itself.
    return { seen, navigations: run.navigations() - 1 };
  },
};

export const loginCases: readonly LoginCase[] = [
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
export async function missingAfterLogin(run: MatrixRun): Promise<string[]> {
  const value = await nameField(run)
    .inputValue({ timeout: 3_000 })
    .catch(() => "no form");
  const url = run.page.url();
  return [
    ...(url === run.link ? [] : [`the address is ${url}`]),
    ...(value === FORM_NAME ? [] : [`the name is "${value}"`]),
    ...((await readLoginScreen(run.page)).what === "moving" ? ["the page does not come to rest"] : []),
  ];
}
