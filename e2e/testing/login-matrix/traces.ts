import { setTimeout } from "node:timers/promises";
import type { Page, Request, Response } from "playwright-core";
import { containsSecret } from "../../../server/testing/contains-secret.ts";
import type { HostVisit } from "../hosts.ts";
import type { MatrixPerson } from "./people.ts";

/** Traces of a run in places that may not contain secrets. */
export type RunTraces = {
  /** Tokens, codes, tk values and full mobile numbers seen in this run. */
  secrets(): ReadonlySet<string>;
  /** Names of the loaded scripts; full URLs for scripts of other origins. */
  scripts(): ReadonlySet<string>;
  /** Texts by place: referrers, history, storage, cookies. */
  left(): Promise<readonly RunTrace[]>;
};
export type RunTrace = { readonly where: string; readonly text: string };

/** Storage keys of the session and its user (requirements D01, D02); no other key may hold a secret. */
const OWN = ["marque.session-token", "marque.mall-user-info"];
/** Query parameters and JSON members that carry secrets. */
const SECRET_PARAMETERS = ["code", "tk", "access_token", "token", "id_token", "code_verifier"];
const SECRET_MEMBERS = /"(?:accessToken|sxToken|access_token|smsCode|codeVerifier)":"([^"]{4,})"/g;

type StoredState = {
  local: [string, string][];
  session: [string, string][];
  databases: string;
  cookies: string;
};

/** Reads all storage of the page's origin. */
const readStorage = (page: Page): Promise<StoredState> =>
  page.evaluate(async () => {
    const entries = (storage: () => Storage): [string, string][] => {
      try {
        return Object.entries(storage());
      } catch {
        return [];
      }
    };
    const all = <T>(request: IDBRequest<T>) =>
      new Promise<T | null>((resolve) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => resolve(null));
      });
    const found: unknown[] = [];
    for (const { name } of await indexedDB.databases().catch(() => [])) {
      const database = await all(indexedDB.open(name ?? ""));
      for (const store of database?.objectStoreNames ?? [])
        found.push(await all(database!.transaction(store).objectStore(store).getAll()));
      database?.close();
    }
    const kept = await caches.keys().catch(() => []);
    for (const name of kept) for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return {
      local: entries(() => localStorage),
      session: entries(() => sessionStorage),
      databases: JSON.stringify(found),
      cookies: document.cookie,
    };
  });

/** Removes the content hash: `weixin-js-sdk-XR7IzORn.js` becomes "weixin-js-sdk". */
function nameOf(address: string): string {
  const url = new URL(address);
  if (!url.hostname.endsWith(".localhost")) return address;
  return (url.pathname.split("/").at(-1) ?? "").replace(/-[\w-]{7}\.js$/, "");
}

/** Records a browser's traffic from its first request on. */
export function recordTraces({ context, page }: HostVisit, { mobile }: MatrixPerson): RunTraces {
  const secrets = new Set<string>(mobile === null ? [] : [mobile]);
  const referrers: RunTrace[] = [];
  const waiting: Promise<unknown>[] = [];
  const noteAddress = (address: string): void => {
    const url = URL.parse(address);
    for (const name of SECRET_PARAMETERS) {
      const value = url?.searchParams.get(name);
      // Short values are names, such as clientId's "code", and no secrets.
      if (value && value.length >= 8) secrets.add(value);
    }
  };
  const noteText = (text: string): void => {
    for (const [, value] of text.matchAll(SECRET_MEMBERS)) if (value) secrets.add(value);
  };
  const scripts = new Set<string>();
  const onRequest = (request: Request): void => {
    if (request.resourceType() === "script") scripts.add(nameOf(request.url()));
    noteAddress(request.url());
    noteText(request.postData() ?? "");
    const { referer: text } = request.headers();
    if (text) referrers.push({ where: `referrer to ${request.url()}`, text });
  };
  const onResponse = (response: Response): void => {
    if (!/json/.test(response.headers()["content-type"] ?? "")) return;
    if (!/token-login|sessions|quickLogin|native-token/.test(response.url())) return;
    waiting.push(response.text().then(noteText, () => null));
  };
  context.on("request", onRequest);
  context.on("response", onResponse);
  return {
    secrets: () => secrets,
    scripts: () => scripts,
    async left() {
      // The body of a response never arrives when its page was left: waits at most 1 s for it.
      await Promise.race([Promise.allSettled(waiting), setTimeout(1_000)]);
      const session = await context.newCDPSession(page);
      const { entries } = await session.send("Page.getNavigationHistory");
      const { local, session: kept, databases, cookies } = await readStorage(page);
      const own = [...local, ...kept].filter(([key]) => !OWN.includes(key));
      return [
        ...referrers,
        ...entries.map(({ url }) => ({ where: "history", text: url })),
        ...own.map(([key, text]) => ({ where: `storage ${key}`, text })),
        { where: "databases and caches", text: databases },
        { where: "cookies that scripts read", text: cookies },
      ];
    },
  };
}

/** Finds secrets in a text, and URLs with a secret parameter. */
export function findLeaks({ where, text }: RunTrace, secrets: ReadonlySet<string>): string[] {
  const found = [...secrets].filter((secret) => containsSecret(text, secret));
  const named = /[?&](?:code|tk|access_token|code_verifier)=[^&#\s"]+/.exec(text)?.[0];
  return [...found.map((secret) => `${where}: ${secret}`), ...(named ? [`${where}: ${named}`] : [])];
}
