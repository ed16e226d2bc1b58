import { createContext, type RouterContextProvider } from "react-router";
import type { Send } from "#contract/call.ts";
import type { Site } from "#contract/site.ts";

const sendContext = createContext<Send>();
const siteContext = createContext<Site>();
const requestIdContext = createContext<string | null>(null);
export type Context = Readonly<RouterContextProvider>;

export const giveSend = (context: RouterContextProvider, send: Send): void => context.set(sendContext, send);
export const giveSite = (context: RouterContextProvider, site: Site): void => context.set(siteContext, site);
/** `send` while rendering on the server: the same handlers, called in process as a visitor. */
export const serverSend = (context: Context): Send => context.get(sendContext);
export const serverSite = (context: Context): Site => context.get(siteContext);

/** The request that a page is rendered for, as the server's log names it; support asks for it. */
export const giveRequestId = (context: RouterContextProvider, id: string): void =>
  context.set(requestIdContext, id);
export const requestIdOf = (context: Context): string | null => context.get(requestIdContext);
