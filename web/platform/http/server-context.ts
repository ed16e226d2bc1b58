import { createContext, type RouterContextProvider } from "react-router";
import type { Send } from "#contract/core/call.ts";
import type { SiteConfig } from "#contract/core/site.ts";

const sendContext = createContext<Send>();
const siteContext = createContext<SiteConfig>();
const requestIdContext = createContext<string | null>(null);
export type LoaderContext = Readonly<RouterContextProvider>;

export const provideSend = (context: RouterContextProvider, send: Send): void =>
  context.set(sendContext, send);
export const provideSite = (context: RouterContextProvider, site: SiteConfig): void =>
  context.set(siteContext, site);
/** `send` while rendering on the server: the same handlers, called in process as a visitor. */
export const serverSend = (context: LoaderContext): Send => context.get(sendContext);
export const serverSite = (context: LoaderContext): SiteConfig => context.get(siteContext);

/** The request that a page is rendered for, by its id in the server's log. Support asks for it. */
export const provideRequestId = (context: RouterContextProvider, id: string): void =>
  context.set(requestIdContext, id);
export const requestIdOf = (context: LoaderContext): string | null => context.get(requestIdContext);
