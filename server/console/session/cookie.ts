import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

type CookieRequest = Pick<FastifyRequest, "protocol" | "cookies">;

/**
 * Names of the cookies. Browsers accept the prefix `__Host-` only from this very host over https; over http, on a
 * developer's machine, it does not work (requirement CO23).
 */
const names = {
  session: { secure: "__Host-console", plain: "marque_console" },
  /** A login that is under way. */
  ceremony: { secure: "__Host-console-login", plain: "marque_console_login" },
} as const;
type CookieKind = keyof typeof names;

/** Reads and writes the cookies of the console. @param isProduction whether cookies are never sent over http */
export const consoleCookies = (isProduction: boolean) => {
  const isSecure = ({ protocol }: CookieRequest): boolean => isProduction || protocol === "https";
  const nameFor = (kind: CookieKind, request: CookieRequest): string =>
    isSecure(request) ? names[kind].secure : names[kind].plain;
  return {
    read: (kind: CookieKind, request: CookieRequest): string | null =>
      request.cookies[nameFor(kind, request)] ?? null,
    /**
     * Sets a cookie. The session's is never sent with a request from another site; that of a login under way is, because
     * the staff directory leads back to the console.
     */
    set(kind: CookieKind, request: CookieRequest, reply: FastifyReply, token: string, maxAge: number): void {
      void reply.setCookie(nameFor(kind, request), token, {
        path: "/",
        httpOnly: true,
        secure: isSecure(request),
        sameSite: kind === "session" ? "strict" : "lax",
        maxAge,
      });
    },
    clear(kind: CookieKind, request: CookieRequest, reply: FastifyReply): void {
      void reply.clearCookie(nameFor(kind, request), {
        path: "/",
        httpOnly: true,
        secure: isSecure(request),
        sameSite: kind === "session" ? "strict" : "lax",
      });
    },
  };
};
export type ConsoleCookies = ReturnType<typeof consoleCookies>;
