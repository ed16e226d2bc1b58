import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { sessionPaths } from "./session-paths.ts";

/** The person as their own client knows them; the mobile is complete only here (contract section 4). */
export const userInfoSchema = z.object({
  openId: z.string(),
  mobile: z.nullable(z.string()),
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  vip: z.boolean(),
  owner: z.boolean(),
});
export type UserInfo = z.output<typeof userInfoSchema>;

/** A session of the gateway: `accessToken` goes into X-Access-Token. */
export const sessionSchema = z.object({ accessToken: z.string(), userInfo: userInfoSchema });
export type Session = z.output<typeof sessionSchema>;

const shortText = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));

/** An access token of the identity provider becomes a session (specification section 4, requirements H01–H04). */
export const tokenLogin = defineCall({
  name: "tokenLogin",
  method: "POST",
  base: "api",
  paths: [sessionPaths.tokenLogin, "cop-auth/api/v1/cop/token-login"],
  who: "anyone",
  args: z.object({ accessToken: shortText(4096) }),
  result: z.object({ sxToken: z.string(), userInfo: userInfoSchema }),
  /** forbidden: the account is locked; of every login. */
  refusals: ["tokenInvalid", "unreachable", "forbidden"],
});

const codeExchange = {
  /** The provider's authorization code: single use, 60 s. */
  code: shortText(512),
  /** Exactly the redirect_uri of the authorize request. */
  redirectUri: shortText(4096),
  /** PKCE verifier, where the authorize request had a challenge (requirement F25). */
  codeVerifier: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/))),
};
/** Shop: an authorization code becomes a session (requirement F12). */
export const sessionsCode = defineCall({
  name: "sessionsCode",
  method: "POST",
  base: "api",
  paths: ["cop-auth/api/v1/vip/third/sessions-code"],
  who: "anyone",
  args: z.object(codeExchange),
  result: sessionSchema,
  refusals: ["codeSpent", "unreachable", "forbidden"],
});
/** Marketing app: the same with `clientId` in the query; `bindMobile` is the H5 mobile login (requirements F13, G05). */
export const marketingSessionsCode = defineCall({
  name: "marketingSessionsCode",
  method: "POST",
  base: "api",
  paths: [sessionPaths.sessionsCode],
  who: "anyone",
  query: ["clientId"],
  args: z.object({
    ...codeExchange,
    clientId: shortText(40),
    loginType: z.optional(z.enum(["SSO", "bindMobile"])),
  }),
  result: sessionSchema,
  refusals: ["codeSpent", "unreachable", "forbidden"],
});

/** The same by GET, everything in the query, for other clients: the source does not show the method (requirement U06). */
export const marketingSessionsCodeByGet = defineCall({
  ...marketingSessionsCode,
  name: "marketingSessionsCodeByGet",
  method: "GET",
});

/**
 * The `tk` of a landing address becomes a session, once (contract section 10, requirements C21, C22).
 * Opened by the server alone: base64url of AES-256-GCM under TK_KEY (12-byte IV, ciphertext, 16-byte
 * tag) over JSON `{token, exp}`, `token` an access token of the identity provider, `exp` seconds
 * since the epoch.
 */
export const tkLogin = defineCall({
  name: "tkLogin",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/tk-sessions"],
  who: "anyone",
  args: z.object({ tk: shortText(8192) }),
  result: sessionSchema,
  /** tokenInvalid: unreadable, expired or used before, whichever; conflict: somebody is logged in, who stays. */
  refusals: ["tokenInvalid", "conflict", "unreachable", "forbidden"],
});

/** Who am I (requirement U07). */
export const showUser = defineCall({
  name: "showUser",
  method: "GET",
  base: "api",
  paths: [sessionPaths.users],
  who: "user",
  args: z.object({}),
  /** idpId: the identity provider's subject, whatever it is made of; null for whom WeChat alone knows. */
  result: z.extend(userInfoSchema, { idpId: z.nullable(z.string()) }),
  refusals: [],
});

/** Ends the session: the token is dead at once, everywhere (requirement G09). */
export const endSession = defineCall({
  name: "endSession",
  method: "DELETE",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/one-app/sessions"],
  who: "user",
  args: z.object({}),
  result: z.null(),
  refusals: [],
});
