import { z } from "zod";

/** A database of ClickHouse and its user; the password stays out of every message and log. */
export type ClickhouseSettings = {
  /** scheme://host:port/ */
  readonly endpoint: string;
  readonly database: string;
  /** Empty: ClickHouse's user "default". */
  readonly user: string;
  readonly password: string;
};

const DATABASE_PATH = /^\/([A-Za-z_]\w{0,63})\/?$/;
const isEncoded = (text: string): boolean => {
  try {
    return typeof decodeURIComponent(text) === "string";
  } catch {
    return false;
  }
};
const isClickhouseUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    DATABASE_PATH.test(url.pathname) &&
    url.search === "" &&
    url.hash === "" &&
    isEncoded(`${url.username}${url.password}`)
  );
};

export const clickhouseUrl = z.string().refine(isClickhouseUrl, {
  error:
    "must be https://user:password@host:8443/database, with special characters of the password percent-encoded",
});

/** @param text a checked value of `clickhouseUrl` */
export function parseClickhouseUrl(text: string): ClickhouseSettings {
  const { origin, pathname, username, password } = new URL(text);
  return {
    endpoint: `${origin}/`,
    database: DATABASE_PATH.exec(pathname)?.[1] ?? "",
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
