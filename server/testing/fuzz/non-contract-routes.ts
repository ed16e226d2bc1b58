/** Routes that are not calls of the contract: pages, pictures, OpenID Connect, event collection. */
export type NonContractRoute = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly names: readonly string[];
  /** Exists only in a build. */
  readonly isPage?: true;
};
const protocol = [
  "client_id",
  "response_type",
  "scope",
  "redirect_uri",
  "state",
  "nonce",
  "prompt",
  "max_age",
  "code_challenge",
  "code_challenge_method",
  "response_mode",
  "request",
  "claims",
  "login_hint",
  "id_token_hint",
  "ui_locales",
];
const media = ["x-oss-process", "e", "s"];
const landing = [
  "cityCode",
  "goBackUrl",
  "code",
  "state",
  "tk",
  "from",
  "sec",
  "status",
  "keyword",
  "utm_source",
  "isLogin",
  "openid",
];
const channelNotice = [
  "id",
  "resource",
  "out_trade_no",
  "trade_status",
  "total_amount",
  "sign",
  "sign_type",
  "app_id",
];
export const nonContractRoutes: readonly NonContractRoute[] = [
  ...["pay/notify/wechat", "pay/notify/wechat-refund", "pay/notify/alipay"].map((path) => ({
    method: "POST" as const,
    path: `/mall-api/cop-mall/api/v1/${path}`,
    names: channelNotice,
  })),
  { method: "POST", path: "/mall-api/cop-mall/api/v1/express/notify", names: ["param", "sign"] },
  { method: "GET", path: "/pass/auth", names: protocol },
  { method: "POST", path: "/pass/auth", names: protocol },
  {
    method: "POST",
    path: "/pass/token",
    names: [
      "grant_type",
      "code",
      "redirect_uri",
      "client_id",
      "client_secret",
      "code_verifier",
      "refresh_token",
    ],
  },
  { method: "POST", path: "/pass/token/revocation", names: ["token", "token_type_hint", "client_id"] },
  { method: "GET", path: "/pass/auth/:uid", names: ["state"] },
  { method: "GET", path: "/pass/jwks", names: ["x"] },
  { method: "GET", path: "/pass/session/end/success", names: ["client_id"] },
  { method: "GET", path: "/pass/me", names: ["access_token"] },
  {
    method: "GET",
    path: "/pass/session/end",
    names: ["post_logout_redirect_uri", "state", "id_token_hint", "client_id"],
  },
  { method: "POST", path: "/pass/session/end/confirm", names: ["xsrf", "logout"] },
  { method: "GET", path: "/pass/interaction/:uid", names: [], isPage: true },
  { method: "GET", path: "/pass/.well-known/openid-configuration", names: ["x"] },
  { method: "GET", path: "/media/:id", names: media },
  { method: "GET", path: "/media/person/:id", names: ["signature", "x-oss-process"] },
  { method: "GET", path: "/media/private/:id", names: ["expires", "signature", "x-oss-process"] },
  { method: "GET", path: "/mall-api/community/article/stream", names: ["articleId", "version"] },
  { method: "POST", path: "/mall-api/cop-marketing-base/api/v1/maker/maintenance", names: ["records"] },
  { method: "POST", path: "/mall-api/cop-marketing-base/api/v1/maker/vip", names: ["records"] },
  { method: "GET", path: "/poster/:id", names: ["from"] },
  { method: "GET", path: "/official/redirect", names: ["scene", "redirect_uri", "code", "state", "url"] },
  { method: "GET", path: "/sa.gif", names: ["project", "data", "gzip", "crc"] },
  { method: "POST", path: "/sa", names: ["project", "data", "data_list", "gzip"] },
  { method: "GET", path: "/marketing/area/activity/", names: landing, isPage: true },
  { method: "GET", path: "/marketing/area/activity/list", names: landing, isPage: true },
  { method: "GET", path: "/marketing/area/activity/offline/:id", names: landing, isPage: true },
  { method: "GET", path: "/marketing/area/activity/:id", names: landing, isPage: true },
  { method: "GET", path: "/:id", names: ["x"] },
];
