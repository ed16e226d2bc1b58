import type { Browser, Page, Request } from "playwright-core";
import { openHost, type HostKind, type HostVisit, type HostScenario } from "../hosts.ts";
import { simulator } from "../simulator.ts";
import { formPath } from "../page-actions.ts";
import { introduceToProvider, introduceToWechat, createMatrixPerson, type MatrixPerson } from "./people.ts";
import { recordTraces, type RunTraces } from "./traces.ts";

/** Login method of a host (requirements B10–B12). */
export type HostLoginMethod = "native" | "wechat" | "miniProgram" | "sso";

/** The nine client environments of the specification, each with a simulated host (requirements B01–B09). */
export const hostEnvironments: readonly {
  readonly kind: HostKind;
  readonly name: string;
  readonly loginMethod: HostLoginMethod;
}[] = [
  { kind: "app-android", name: "app Android", loginMethod: "native" },
  { kind: "app-ios", name: "app iOS", loginMethod: "native" },
  { kind: "wechat", name: "WeChat", loginMethod: "wechat" },
  { kind: "wechat-mini", name: "WeChat mini", loginMethod: "miniProgram" },
  { kind: "baidu", name: "Baidu mini", loginMethod: "sso" },
  { kind: "douyin", name: "Douyin mini", loginMethod: "sso" },
  { kind: "xiaohongshu", name: "lifestyle mini", loginMethod: "sso" },
  { kind: "phone", name: "phone browser", loginMethod: "sso" },
  { kind: "pc", name: "PC", loginMethod: "sso" },
];
export type HostEnvironment = (typeof hostEnvironments)[number];

/** Calls that exchange the host's credentials for a session, by login method. */
const MARKETING = "/mall-api/cop-marketing-base/api/v1";
export const sessionExchangePaths: Readonly<Record<HostLoginMethod, string>> = {
  native: `${MARKETING}/cop/token-login`,
  wechat: `${MARKETING}/cop/third/wechat-sessions`,
  miniProgram: `${MARKETING}/cop/third/wechat-sessions`,
  sso: `${MARKETING}/vip/third/sessions-code`,
};

export const FORM_NAME = "陈嘉禾";

/** One case in one environment: an own person, browser context and host name. */
export type MatrixRun = {
  readonly loginMethod: HostLoginMethod;
  readonly visit: HostVisit;
  readonly page: Page;
  readonly person: MatrixPerson;
  /** Origin under which tests reach the product. */
  readonly origin: string;
  /**
   * Origin with this run's own host name, as its browser reaches the product: injected faults affect this run
   * only.
   */
  readonly productOrigin: string;
  readonly host: string;
  /** The deep link: campaign, Chinese, a repeated parameter, a fragment. */
  readonly link: string;
  readonly traces: RunTraces;
  readonly sim: ReturnType<typeof simulator>;
  /** Page loads since the last `startCounting`, the product's and the provider's. */
  navigations(): number;
  startCounting(): void;
};
export type RunOptions = {
  readonly hasMobile?: boolean;
  /** Not logged in at the provider: the provider's page must be filled in. */
  readonly isStranger?: boolean;
  /**
   * Enables the product's service worker in hosts that support one: it handles the page loads of a login too.
   */
  readonly withWorker?: boolean;
};

/** Counts every page of the main frame; a redirect belongs to the page that it leads to. */
const isPage = (page: Page, request: Request): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame() && request.redirectedFrom() === null;

/** Makes the host know the person who holds the phone. */
async function scenarioOf(loginMethod: HostLoginMethod, person: MatrixPerson): Promise<HostScenario> {
  if (loginMethod === "miniProgram") return { miniProgram: { loginAs: person.wechat } };
  const { mobile } = person;
  return loginMethod === "native" ? { native: { mobile, token: await person.accessToken() } } : {};
}

let runs = 0;
/** Prepares the person, the host's knowledge of them, and the browser, without opening a page. */
export async function prepareRun(
  browser: Browser,
  origin: string,
  activityId: string,
  { kind, loginMethod }: HostEnvironment,
  runOptions: RunOptions,
): Promise<MatrixRun> {
  const host = `run-${++runs}.localhost`;
  const productOrigin = `http://${host}:${new URL(origin).port}`;
  const person = await createMatrixPerson(origin, runOptions.hasMobile ?? true);
  const visit = await openHost(browser, kind, await scenarioOf(loginMethod, person), runOptions.withWorker);
  const { context, page } = visit;
  if (loginMethod === "sso" && !runOptions.isStranger)
    await introduceToProvider(context, origin, productOrigin, person);
  if (loginMethod === "wechat" || loginMethod === "miniProgram")
    await introduceToWechat(context, productOrigin, person);
  let counted = 0;
  page.on("request", (request) => {
    if (isPage(page, request)) counted++;
  });
  return {
    loginMethod,
    visit,
    page,
    person,
    origin,
    productOrigin,
    host,
    link: `${productOrigin}/marketing/area/activity/${formPath(activityId)}&utm_source=%E4%B8%AD&utm_campaign=a&a=1&a=2#h=1`,
    traces: recordTraces(visit, person),
    sim: simulator(origin),
    navigations: () => counted,
    startCounting: () => {
      counted = 0;
    },
  };
}
