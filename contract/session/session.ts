import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { headers } from "../core/headers.ts";
import { sessionPaths } from "./session-paths.ts";

/** The person for their own client; only here the mobile is complete (contract section 4). */
export const userInfoSchema = z.object({
  openId: z.string(),
  mobile: z.nullable(z.string()),
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  /** Whether the person has chosen them; otherwise they are the login's. Missing in user infos of older releases. */
  ownNickname: z.optional(z.boolean()),
  ownAvatar: z.optional(z.boolean()),
  vip: z.boolean(),
  /** Name of a member's level, if there are levels. */
  vipLevel: z.optional(z.string()),
  owner: z.boolean(),
});
export type UserInfo = z.output<typeof userInfoSchema>;

/** A session of the gateway: `accessToken` is sent in X-Access-Token. */
export const sessionSchema = z.object({ accessToken: z.string(), userInfo: userInfoSchema });
export type Session = z.output<typeof sessionSchema>;

const shortText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/**
 * Exchanges an access token of the identity provider for a session (specification section 4, requirements
 * H01–H04).
 */
export const tokenLogin = defineCall({
  name: "tokenLogin",
  method: "POST",
  base: "api",
  paths: [sessionPaths.tokenLogin, "cop-auth/api/v1/cop/token-login"],
  audience: "anyone",
  security: "login",
  args: z.object({ accessToken: shortText(4096) }),
  result: z.object({ sxToken: z.string(), userInfo: userInfoSchema }),
  /** forbidden: the account is locked; applies to every login. */
  refusals: ["tokenInvalid", "unreachable", "forbidden"],
});

const codeExchange = {
  /** Authorization code of the provider: single use, 60 s. */
  code: shortText(512),
  /** Exactly the redirect_uri of the authorize request. */
  redirectUri: shortText(4096),
  /** PKCE verifier, if the authorize request had a challenge (requirement F25). */
  codeVerifier: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._~-]{43,128}$/))),
};
/** Shop: exchanges an authorization code for a session (requirement F12). */
export const sessionsCode = defineCall({
  name: "sessionsCode",
  method: "POST",
  base: "api",
  paths: ["cop-auth/api/v1/vip/third/sessions-code"],
  audience: "anyone",
  security: "login",
  args: z.object(codeExchange),
  result: sessionSchema,
  refusals: ["codeSpent", "unreachable", "forbidden"],
});
/**
 * Marketing app: the same with `clientId` in the query; `bindMobile` is the H5 mobile login (requirements
 * F13, G05).
 */
export const marketingSessionsCode = defineCall({
  name: "marketingSessionsCode",
  method: "POST",
  base: "api",
  paths: [sessionPaths.sessionsCode],
  audience: "anyone",
  security: "login",
  query: ["clientId"],
  args: z.object({
    ...codeExchange,
    clientId: shortText(40),
    loginType: z.optional(z.enum(["SSO", "bindMobile"])),
  }),
  result: sessionSchema,
  refusals: ["codeSpent", "unreachable", "forbidden"],
});

/**
 * The same by GET, with all arguments in the query, for other clients: the specification does not define the
 * method (requirement U06). Code and verifier can be sent in headers instead.
 */
export const marketingSessionsCodeByGet = defineCall({
  ...marketingSessionsCode,
  name: "marketingSessionsCodeByGet",
  method: "GET",
  headerArguments: { code: headers.authorizationCode, codeVerifier: headers.codeVerifier },
});

/**
 * Exchanges the `tk` of a landing address for a session, once (contract section 10, requirements C21, C22).
 * Decrypted only by the server: base64url of AES-256-GCM under TK_KEY (12-byte IV, ciphertext, 16-byte tag)
 * over JSON `{token, exp}`, `token` an access token of the identity provider, `exp` seconds since the epoch.
 */
export const tkLogin = defineCall({
  name: "tkLogin",
  method: "POST",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/tk-sessions"],
  audience: "anyone",
  security: "login",
  args: z.object({ tk: shortText(8192) }),
  result: sessionSchema,
  /**
   * tokenInvalid: unreadable, expired or already used; conflict: a person is logged in, and stays logged in.
   */
  refusals: ["tokenInvalid", "conflict", "unreachable", "forbidden"],
});

/** The caller's own user information (requirement U07). */
export const showUser = defineCall({
  name: "showUser",
  method: "GET",
  base: "api",
  paths: [sessionPaths.users],
  audience: "user",
  args: z.object({}),
  /** idpId: subject at the identity provider, an opaque text; null for a person known only to WeChat. */
  result: z.extend(userInfoSchema, { idpId: z.nullable(z.string()) }),
  refusals: [],
});

/** Ends the session: the token is invalid at once, everywhere (requirement G09). */
export const endSession = defineCall({
  name: "endSession",
  method: "DELETE",
  base: "api",
  paths: ["cop-marketing-base/api/v1/cop/one-app/sessions"],
  audience: "user",
  acts: false,
  security: "logout",
  args: z.object({}),
  result: z.null(),
  refusals: [],
});
