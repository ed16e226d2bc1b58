import type { Send } from "#contract/core/call.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { send } from "../http/send.ts";

/** Whether this page belongs to the shop, whose logins have paths of their own (requirement F12). */
export const isInShop = (): boolean => /^mall(\/|$)/.test(location.pathname.slice(WEB_BASE.length));

/** Sends a login call to the shop's path, which is the call's second one. */
export const sendToShop: Send = (call, args, options) => {
  const [own, ofShop = own] = call.paths;
  return send(Object.assign({}, call, { paths: [ofShop] }), args, options);
};
