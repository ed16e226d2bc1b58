import type { FastifyInstance } from "fastify";
import type { Session } from "#contract/session/session.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { WechatShippingPort } from "../order/index.ts";
import type { UserMergePart, Sessions } from "../session/index.ts";
import { WECHAT_SIMULATOR_PATH } from "../http/pages/site.ts";
import { createWechatApi } from "./api.ts";
import { createCredentials } from "./credentials.ts";
import { mountOfficialRedirect } from "./official-redirect.ts";
import { createWechatLogin } from "./login.ts";
import { createPayers, type WechatPayers } from "./payers.ts";
import { createShippingUpload } from "./shipping.ts";
import { wechatRoutes, type OfficialAccount } from "./routes.ts";
import type { WechatPerson } from "./rules.ts";
import {
  credentialStore,
  wechatIdentityStore,
  mergeWechatIdentities,
  dropQuickViewIdentities,
} from "./store.ts";

/** Functions of other modules that the WeChat login needs. */
export type WechatPorts = {
  readonly sessions: Pick<Sessions, "addUser" | "openFor" | "setProfile">;
  /** Whether the origin is the web app's. */
  isOwnOrigin(origin: string): boolean;
  /** Whether the address is a page of the web app. */
  isOwnPage(address: string): boolean;
};

/** WeChat's part of merging users. */
export const wechatUserMerge: UserMergePart = {
  tables: ["wechat_identity"],
  mergeUsers: mergeWechatIdentities,
  onAccountLinked: dropQuickViewIdentities,
};

function accountOf(context: AppContext, sessions: WechatPorts["sessions"]): OfficialAccount | null {
  const settings = context.config.wechat;
  if (settings === null) return null;
  const { appId, appSecret } = settings;
  const apiBase = (): string => settings.apiBase ?? `${context.origin()}${WECHAT_SIMULATOR_PATH}/`;
  const api = createWechatApi({ apiBase, appId, appSecret }, context.log);
  return {
    appId,
    api,
    credentials: createCredentials(context, credentialStore(context.db, appId), api),
    openSession: createWechatLogin(context, wechatIdentityStore(context.db, appId), sessions),
  };
}

export type Wechat = {
  /** Opens a session for a person of WeChat; null: no official account is configured. */
  openSession(person: WechatPerson): Promise<Session | null>;
  /** People as payers at the official account. */
  readonly payers: WechatPayers;
  /** Reports to WeChat what was sent of an order that the mini-program has paid (requirement MA79). */
  readonly uploadShipping: WechatShippingPort["upload"];
};

/** WeChat: login by the official account, signatures for the JS-SDK, and the registered redirect page. */
export function createWechat(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  { sessions, isOwnOrigin, isOwnPage }: WechatPorts,
): Wechat {
  const account = accountOf(context, sessions);
  wechatRoutes(context, calls, account, isOwnOrigin);
  mountOfficialRedirect(app, context.config.brand, isOwnPage);
  return {
    openSession: async (person) => account && account.openSession(person),
    payers: createPayers(context, account),
    uploadShipping: createShippingUpload(context),
  };
}
