import type { Browser, Page, Request } from "playwright-core";
import { openHost, type HostKind, type HostVisit, type HostScenario } from "../hosts.ts";
import { simulator } from "../simulator.ts";
import { formPath } from "../page-actions.ts";
import { introduceToProvider, introduceToWechat, createMatrixPerson, type MatrixPerson } from "./people.ts";
import { recordTraces, type RunTraces } from "./traces.ts";

/** How a host logs people in (requirements B10–B12). */
export type HostLoginMethod = "native" | "wechat" | "miniProgram" | "sso";

/** The nine client environments of the specification, each in a host of its kind (requirements B01–B09). */
export const hostEnvironments: readonly {
  readonly kind: HostKind;
  readonly name: string;
  readonly way: HostLoginMethod;
}[] = [
  { kind: "app-android", name: "app Android", way: "native" },
  { kind: "app-ios", name: "app iOS", way: "native" },
  { kind: "wechat", name: "WeChat", way: "wechat" },
  { kind: "wechat-mini", name: "WeChat mini", way: "miniProgram" },
  { kind: "baidu", name: "Baidu mini", way: "sso" },
  { kind: "douyin", name: "Douyin mini", way: "sso" },
  { kind: "xiaohongshu", name: "lifestyle mini", way: "sso" },
  { kind: "phone", name: "phone browser", way: "sso" },
  { kind: "pc", name: "PC", way: "sso" },
];
export type HostEnvironment = (typeof hostEnvironments)[number];

/** The calls that make a session of what somebody brings, by way. */
const MARKETING = "/mall-api/cop-marketing-base/api/v1";
export const sessionExchangePaths: Readonly<Record<HostLoginMethod, string>> = {
  native: `${MARKETING}/cop/token-login`,
  wechat: `${MARKETING}/cop/third/wechat-sessions`,
  miniProgram: `${MARKETING}/cop/third/wechat-sessions`,
  sso: `${MARKETING}/vip/third/sessions-code`,
};

export const FORM_NAME = "陈嘉禾";

/** One case in one environment: a person, a browser of their own, a host name of its own. */
export type MatrixRun = {
  readonly way: HostLoginMethod;
  readonly visit: HostVisit;
  readonly page: Page;
  readonly person: MatrixPerson;
  /** As tests reach the product. */
  readonly origin: string;
  /** Origin of this run's own, as its browser reaches the product: what is made to fail here fails nowhere else. */
  readonly place: string;
  readonly host: string;
  /** The deep link: campaign, Chinese, a repeated parameter, a fragment. */
  readonly link: string;
  readonly traces: RunTraces;
  readonly sim: ReturnType<typeof simulator>;
  /** Pages shown since the last `startCounting`, ours and the provider's, without those that the person asked for. */
  navigations(): number;
  startCounting(): void;
};
export type RunOptions = {
  readonly hasMobile?: boolean;
  /** Not known to the provider yet: the page of the provider is to be filled in. */
  readonly isStranger?: boolean;
  /** A host that has service workers has the product's: it stands between the pages of a login, too. */
  readonly withWorker?: boolean;
};

/** Whose page it is does not matter; a redirect belongs to the page that it leads to. */
const isPage = (page: Page, request: Request): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame() && request.redirectedFrom() === null;

/** The host knows the person whose phone it is. */
async function scenarioOf(way: HostLoginMethod, person: MatrixPerson): Promise<HostScenario> {
  if (way === "miniProgram") return { miniProgram: { loginAs: person.wechat } };
  const { mobile } = person;
  return way === "native" ? { native: { mobile, token: await person.accessToken() } } : {};
}

let runs = 0;
/** Makes everything ready: the person, who knows them, the browser. Nothing is opened yet. */
export async function prepareRun(
  browser: Browser,
  origin: string,
  activityId: string,
  { kind, way }: HostEnvironment,
  wanted: RunOptions,
): Promise<MatrixRun> {
  const host = `run-${++runs}.localhost`;
  const place = `http://${host}:${new URL(origin).port}`;
  const person = await createMatrixPerson(origin, wanted.hasMobile ?? true);
  const visit = await openHost(browser, kind, await scenarioOf(way, person), wanted.withWorker);
  const { context, page } = visit;
  if (way === "sso" && !wanted.isStranger) await introduceToProvider(context, origin, place, person);
  if (way === "wechat" || way === "miniProgram") await introduceToWechat(context, place, person);
  let counted = 0;
  page.on("request", (request) => {
    if (isPage(page, request)) counted++;
  });
  return {
    way,
    visit,
    page,
    person,
    origin,
    place,
    host,
    link: `${place}/marketing/area/activity/${formPath(activityId)}&utm_source=%E4%B8%AD&utm_campaign=a&a=1&a=2#h=1`,
    traces: recordTraces(visit, person),
    sim: simulator(origin),
    navigations: () => counted,
    startCounting: () => {
      counted = 0;
    },
  };
}
