import { loginMessages } from "#contract/session/login-messages.ts";
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
import { classSelector, signUpForm } from "../class-selector.ts";
import { sessionTokenIn } from "../session-token.ts";

/** Result of a case. */
type CaseResult = {
  readonly seen: LoginScreen;
  /** Page loads after the login was started, without those that the person asked for. */
  readonly navigations: number;
};
export type LoginCase = {
  readonly name: string;
  readonly runOptions?: (loginMethod: HostLoginMethod) => RunOptions;
  /** Expected final screen. */
  readonly expected: (loginMethod: HostLoginMethod) => LoginScreen["kind"];
  run(run: MatrixRun): Promise<CaseResult>;
};

/** Hosts with automatic login log the person in without being asked (requirement B10, E13). */
const isUnasked = (loginMethod: HostLoginMethod): boolean =>
  loginMethod === "native" || loginMethod === "miniProgram";
const nameField = ({ page }: MatrixRun) => page.locator(signUpForm()).getByLabel("姓名");

/** A page of the same origin without the app, so that no automatic login starts on it. */
const quietPage = ({ productOrigin }: MatrixRun): string => `${productOrigin}/healthz`;

/** Opens the link and waits for hydration. */
async function open(run: MatrixRun): Promise<void> {
  await run.page.goto(run.link);
  run.startCounting();
  await hydrated(run.page);
}
async function fillIn(run: MatrixRun): Promise<void> {
  await nameField(run).fill(FORM_NAME);
  // The draft is stored a moment after the last key.
  await run.page.waitForFunction((name) => {
    try {
      return Object.values(sessionStorage).some((text) => text.includes(name));
    } catch {
      return true;
    }
  }, FORM_NAME);
}
const ending = (run: MatrixRun, seen: LoginScreen): CaseResult => ({ seen, navigations: run.navigations() });
const logInOnHost = (run: MatrixRun): Promise<LoginScreen> => logInAsPerson(run, !isUnasked(run.loginMethod));

/** Opens the link, fills in the name, and logs in as the host allows. */
async function plain(run: MatrixRun): Promise<CaseResult> {
  await open(run);
  // An automatic login leaves no time to type before it: the name is filled in after it.
  if (isUnasked(run.loginMethod)) {
    const seen = await logInOnHost(run);
    await fillIn(run);
    return ending(run, seen);
  }
  await fillIn(run);
  return ending(run, await logInOnHost(run));
}

const fresh: LoginCase = {
  name: "fresh",
  runOptions: (loginMethod) => ({ isStranger: loginMethod === "sso", withWorker: true }),
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
    // The app's token opens another session, which ends the stored one: only then the page's token stays.
    if (run.loginMethod === "native")
      await run.page.waitForFunction((old) => {
        const now = localStorage.getItem("marque.session-token");
        return now !== null && now !== old;
      }, sxToken);
    await fillIn(run);
    // Revokes the token on the server; the reloaded page notices it.
    const token = (await sessionTokenIn(run.page)) ?? "";
    await contractClient(run.origin, { token })(endSession, {});
    await run.page.reload();
    run.startCounting();
    // The app provides a new token by itself; elsewhere the page shows a message, and the person logs in.
    if (run.loginMethod !== "native") {
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
    return ending(run, await logInAsPerson(run, run.loginMethod !== "native"));
  },
};

const noMobile: LoginCase = {
  name: "no mobile",
  runOptions: () => ({ hasMobile: false }),
  expected: () => "noMobile",
  run: plain,
};

const providerDown: LoginCase = {
  name: "provider down",
  expected: () => "message",
  async run(run) {
    const down = { host: run.host, times: 1_000 } as const;
    await run.sim.fail({ ...down, path: sessionExchangePaths[run.loginMethod], status: 502 });
    if (run.loginMethod === "sso")
      await run.sim.fail({ ...down, path: "/pass/*", status: 503, body: "<h1>503</h1>" });
    return plain(run);
  },
};

/** The first return from the provider or WeChat carries another state than was sent. */
const wrongState: LoginCase = {
  name: "wrong state",
  runOptions: () => ({ withWorker: true }),
  expected: () => "loggedIn",
  async run(run) {
    // The native app does not redirect: the only possible fault is a foreign code in the link.
    if (run.loginMethod === "native") {
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
    if (run.loginMethod === "native") {
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
  runOptions: () => ({ withWorker: true }),
  expected: () => "loggedIn",
  async run(run) {
    const before = isUnasked(run.loginMethod)
      ? quietPage(run)
      : `${run.productOrigin}/marketing/area/activity/list`;
    await run.page.goto(before);
    if (!isUnasked(run.loginMethod)) await hydrated(run.page);
    const { seen, navigations } = await plain(run);
    if (seen.kind !== "loggedIn") return { seen, navigations };
    // Login pages replaced the page's history entry: Back leads to the page before it.
    await run.page.goBack();
    await run.page.waitForURL(before);
    await run.page.goForward();
    await run.page.waitForURL(run.link);
    await hydrated(run.page);
    const again = await logInAsPerson(run, false);
    // Subtracts Back and Forward, which the person asked for.
    return { seen: again, navigations: run.navigations() - 2 };
  },
};

const reload: LoginCase = {
  name: "reload during login",
  runOptions: () => ({ withWorker: true }),
  expected: () => "loggedIn",
  async run(run) {
    const path = sessionExchangePaths[run.loginMethod];
    await run.sim.fail({ host: run.host, path, delayMs: 2_000, times: 1 });
    const asked = run.page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await run.page.goto(run.link);
    run.startCounting();
    await hydrated(run.page);
    if (!isUnasked(run.loginMethod)) await fillIn(run);
    const entering = logInOnHost(run);
    await asked;
    await run.page.reload();
    await entering.catch(() => {});
    await hydrated(run.page);
    const seen = await logInAsPerson(run, !isUnasked(run.loginMethod));
    if (isUnasked(run.loginMethod)) await fillIn(run);
    // Subtracts the reload, which the person asked for.
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

/** Lists what the login lost: the exact address and the typed name. */
export async function missingAfterLogin(run: MatrixRun): Promise<string[]> {
  const value = await nameField(run)
    .inputValue({ timeout: 3_000 })
    .catch(() => "no form");
  const url = run.page.url();
  return [
    ...(url === run.link ? [] : [`the address is ${url}`]),
    ...(value === FORM_NAME ? [] : [`the name is "${value}"`]),
    ...((await readLoginScreen(run.page)).kind === "loading" ? ["the page does not come to rest"] : []),
  ];
}
