import type { FastifyInstance } from "fastify";
import type { Session } from "#contract/session.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Move, Sessions } from "../session/index.ts";
import { STAND_IN } from "../http/site.ts";
import { createWechatApi } from "./api.ts";
import { createCredentials } from "./credentials.ts";
import { mountOfficialRedirect } from "./official-redirect.ts";
import { createPeople } from "./people.ts";
import { wechatRoutes, type Account } from "./routes.ts";
import type { WechatPerson } from "./rules.ts";
import { credentialStore, identityStore, moveIdentities, settleIdentities } from "./store.ts";

/** What the messaging login asks of its neighbours. */
export type WechatDoors = {
  readonly sessions: Pick<Sessions, "addUser" | "openFor" | "setProfile">;
  /** Whether an origin, or a page's address, is the web app's. */
  isOwnOrigin(origin: string): boolean;
  isOwnPage(address: string): boolean;
};

/** WeChat's part when two users become one. */
export const wechatMove: Move = {
  tables: ["wechat_identity"],
  move: moveIdentities,
  settle: settleIdentities,
};

function accountOf(kit: Kit, sessions: WechatDoors["sessions"]): Account | null {
  const settings = kit.config.wechat;
  if (settings === null) return null;
  const { appId, appSecret } = settings;
  const apiBase = (): string => settings.apiBase ?? `${kit.origin()}${STAND_IN}/`;
  const api = createWechatApi({ apiBase, appId, appSecret }, kit.log);
  return {
    appId,
    api,
    credentials: createCredentials(kit, credentialStore(kit.db, appId), api),
    sessionOf: createPeople(kit, identityStore(kit.db, appId), sessions),
  };
}

export type Wechat = {
  /** A session for a person as WeChat tells of them; null where no official account is set up. */
  sessionOf(person: WechatPerson): Promise<Session | null>;
};

/** WeChat: the official account's login, the JS-SDK's signature, and the registered redirect page. */
export function createWechat(
  kit: Kit,
  calls: Calls,
  app: FastifyInstance,
  { sessions, isOwnOrigin, isOwnPage }: WechatDoors,
): Wechat {
  const account = accountOf(kit, sessions);
  wechatRoutes(kit, calls, account, isOwnOrigin);
  mountOfficialRedirect(app, kit.config.brand, isOwnPage);
  return { sessionOf: async (person) => account && account.sessionOf(person) };
}
