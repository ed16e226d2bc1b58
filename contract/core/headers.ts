/** Header names of contract section 3, as sent. */
export const headers = {
  accessToken: "X-Access-Token",
  captchaVerifyId: "X-Captcha-Verify-Id",
  copAccessToken: "X-COP-accessToken",
  copTimestamp: "X-COP-Timestamp",
  copNonce: "X-COP-Nonce",
  copSignature: "X-COP-Signature",
  activityMobile: "MA-Activity-Mobile",
  activityTimestamp: "MA-Activity-Timestamp",
  activityNonce: "MA-Activity-Nonce",
  activitySignature: "MA-Activity-Signature",
  idempotencyKey: "Idempotency-Key",
  staffLink: "X-Staff-Link",
  authorizationCode: "X-Authorization-Code",
  codeVerifier: "X-Code-Verifier",
  deviceToken: "X-Device-Token",
  requestId: "X-Request-Id",
  captchaVerify: "captcha_verify",
  flowBranchRemark: "flow_branch_remark",
  taskLink: "task_link",
} as const;

/** Response headers that a browser on another origin may read (contract sections 1 and 3). */
export const exposedHeaders = [
  headers.captchaVerify,
  headers.flowBranchRemark,
  headers.taskLink,
  headers.requestId,
  "Date",
  "ETag",
  "Retry-After",
];

/**
 * Text that is hashed (hex SHA-256) for the MA-Activity-* headers: friction against scripts, never
 * authorisation, because the key ships in the client (requirement T08).
 */
export const activitySignatureText = (
  appKey: string,
  mobile: string,
  timestamp: string,
  nonce: string,
): string => appKey + mobile + timestamp + nonce;

/** Text that is hashed for the X-COP-* headers of community calls. */
export const communitySignatureText = (appKey: string, timestamp: string, nonce: string): string =>
  appKey + timestamp + nonce;
