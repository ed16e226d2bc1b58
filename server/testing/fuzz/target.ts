import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { erasePersonalData } from "#contract/privacy/privacy.ts";
import { endSession } from "#contract/session/session.ts";
import { captchaStore } from "../../captcha/store.ts";
import { purposeOf } from "../../captcha/rules.ts";
import type { TestApp } from "../app.ts";
import { communitySignatureHeaders, signatureHeaders } from "../request.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { sampleKocProgram } from "../samples/sample-koc.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { testVin } from "../samples/sample-vin.ts";
import type { FuzzResponse } from "./response-checks.ts";
import type { FuzzSender, FuzzRequest } from "./requests.ts";
import type { KnownValues } from "./values.ts";

const OFFLINE = "1600000000000000001";
const ONLINE = "1600000000000000002";
const DEALER = "501";
const MOBILE = "13900000001";
/** Renews the people after so many requests, since requests log out, sign up and cancel. */
const RENEWED_AFTER = 300;

type People = {
  readonly tokens: Readonly<Record<FuzzSender, string | null>>;
  readonly userIds: ReadonlyMap<string, string>;
};

/** Adds an offline and an online activity with related data, so that requests find something. */
async function addFuzzData(app: TestApp): Promise<void> {
  const now = app.context.clock.now();
  const field = {
    key: "size",
    label: "尺码",
    kind: "select" as const,
    required: false,
    options: ["M", "L"],
    placeholder: "",
  };
  await app.modules.organisations.add([
    {
      id: DEALER,
      code: "D501",
      name: "青岚中心",
      status: "BC500001",
      address: "路 1 号",
      phone: "021-00000000",
      provinceCode: "310000",
      cityCode: "310100",
      longitude: 121.4,
      latitude: 31.2,
    },
  ]);
  await app.modules.activities.addActivities([
    sampleActivity(now, {
      activityId: OFFLINE,
      quota: 100_000,
      dealerIds: [DEALER],
      form: [field],
      processKey: "P1",
    }),
    sampleActivity(now, { activityId: ONLINE, activityType: "online" }),
  ]);
  await app.modules.benefits.add([sampleBenefit(now, { activity_id: ONLINE, stock: 100_000 })]);
  await app.modules.kocs.add([sampleKocProgram(now, { activity_id: ONLINE, places: 100_000 })]);
  const step = { kind: "step" as const, nodeKey: "n", name: "报名", after: [] };
  await app.modules.flow.publish({ activityId: OFFLINE, process: { nodes: [step] }, isEnabled: true });
}

async function logInPeople(app: TestApp): Promise<People> {
  const [withoutMobile, member, owner, gone] = [
    await app.login(null),
    await app.login(MOBILE),
    await app.login("13900000002", { owner: true }),
    await app.login("13900000003"),
  ];
  await app.call(endSession, {}, { token: gone.token });
  const tokens = {
    visitor: null,
    withoutMobile: withoutMobile.token,
    member: member.token,
    owner: owner.token,
    loggedOut: gone.token,
    "made up": "x".repeat(43),
  };
  return {
    tokens,
    userIds: new Map([withoutMobile, member, owner].map(({ token, userId }) => [token, userId])),
  };
}

/** Adds what makes a request valid: its own captcha pass, and the signature headers. */
function createValidHeaders({ context }: TestApp) {
  const passes = captchaStore(context.db);
  const passFor = async ({ call, args }: FuzzRequest, userId: string | undefined): Promise<string> => {
    const pass = randomBytes(16).toString("base64url");
    const activityId = JSON.stringify(args["activityId"] ?? args["id"] ?? "").replace(/\D/g, "");
    const named = { action: call?.captcha ?? "signup", activityId, userId };
    await passes.addPass(pass, purposeOf(named), context.clock.now() + 60_000);
    return pass;
  };
  return async (
    fuzzRequest: FuzzRequest,
    token: string | null,
    userId: string | undefined,
  ): Promise<Record<string, string>> => {
    if (!fuzzRequest.isValid || fuzzRequest.call === null) return {};
    const { signature, captcha } = fuzzRequest.call;
    const mobile = fuzzRequest.args["mobile"];
    const { appKey } = context.config;
    const now = context.clock.now();
    const isMobile = typeof mobile === "string" && /^[\x20-\x7e]*$/.test(mobile);
    return {
      ...(captcha && { "x-captcha-verify-id": await passFor(fuzzRequest, userId) }),
      ...(signature === "activity" && isMobile && signatureHeaders(appKey, mobile, now)),
      ...(signature === "community" && communitySignatureHeaders(appKey, token ?? "", now)),
    };
  };
}

const knownValues = (origin: string, clientId: string, made: KnownValues): KnownValues => ({
  id: [OFFLINE, ONLINE, `9${ONLINE.slice(1)}`, DEALER],
  activityId: [OFFLINE, ONLINE],
  dealerId: [DEALER],
  seriesCode: ["yuanshan"],
  provinceCode: ["310000"],
  cityCode: ["310100"],
  name: ["林晓岚"],
  answers: [{}, { size: "M" }],
  mobile: [MOBILE, "13900000002", "139-0000-0001"],
  smsCode: ["246810"],
  vin: [testVin()],
  client_id: [clientId],
  clientId: [clientId],
  redirect_uri: [`${origin}/marketing/area/activity/`],
  redirectUri: [`${origin}/marketing/area/activity/`],
  signatureUrl: [`${origin}/marketing/area/activity/?a=b`],
  response_type: ["code"],
  scope: ["openid"],
  grant_type: ["authorization_code"],
  processKey: ["P1"],
  nodeKey: ["n"],
  ...made,
});

export type FuzzTarget = {
  /** Existing values, by the name of their argument. */
  readonly known: KnownValues;
  /** Sends one request over a socket, valid as its sender would, or with its faults. */
  send(fuzzRequest: FuzzRequest): Promise<FuzzResponse>;
  /** Whether the web app is built and served. */
  readonly hasPages: boolean;
  close(): void;
};

/** A listening server with data and people, for hostile requests. Its rate limits must be off. */
export async function createFuzzTarget(app: TestApp, hasPages = false): Promise<FuzzTarget> {
  await addFuzzData(app);
  const { context } = app;
  const origin = await app.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const validHeaders = createValidHeaders(app);
  let { tokens, userIds } = await logInPeople(app);
  let sent = 0;
  let isLoggedOut = false;
  const link = await app.modules.checkIns.addLink({ activityId: OFFLINE });
  const desk = await app.modules.leads.desk.addLink({ activityId: OFFLINE });
  const uid = await startInteraction(origin, app.context.config.brand.clientId);

  return {
    hasPages,
    known: knownValues(origin, context.config.brand.clientId, { uid: [uid.uid], link: [link, desk] }),
    async send(fuzzRequest) {
      if (++sent % RENEWED_AFTER === 0 || isLoggedOut) ({ tokens, userIds } = await logInPeople(app));
      isLoggedOut = [endSession.name, erasePersonalData.name].includes(fuzzRequest.name);
      const token = tokens[fuzzRequest.sender];
      const made = {
        ...fuzzRequest,
        headers: {
          ...(fuzzRequest.call?.base === "pass" && { cookie: uid.cookie }),
          ...(token !== null && { "x-access-token": token }),
          ...(await validHeaders(fuzzRequest, token, userIds.get(token ?? ""))),
          ...fuzzRequest.headers,
        },
      };
      // A server that has refused half a request closes the connection; a request that waited on it is sent
      // again.
      return exchange(origin, agent, made).catch((error: unknown) => {
        if (error instanceof NoResponse) throw error;
        return exchange(origin, false, made);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Decodes the content codings that some of the requests accept. */
function decompress(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "gzip" ? gunzipSync(bytes) : bytes;
}
/** Time limit for an answer, ms. */
const RESPONSE_TIMEOUT = 30_000;
/** A request that hangs. */
class NoResponse extends Error {}
type Sent = Pick<FuzzRequest, "method" | "url" | "headers" | "body">;
function exchange(
  origin: string,
  agent: Agent | false,
  { method, url, headers, body }: Sent,
): Promise<FuzzResponse> {
  const { port, hostname } = new URL(origin);
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const made = request({ port, hostname, agent, method, path: url, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: decompress(Buffer.concat(chunks), answer.headers["content-encoding"]).toString(),
          ms: performance.now() - start,
        }),
      );
    });
    made.setTimeout(RESPONSE_TIMEOUT, () =>
      made.destroy(new NoResponse(`no answer within ${RESPONSE_TIMEOUT / 1_000} s`)),
    );
    made.on("error", reject);
    made.end(body ?? undefined);
  });
}

/** Starts a login at the provider, for the calls of its page. */
async function startInteraction(origin: string, clientId: string): Promise<{ uid: string; cookie: string }> {
  const asked = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri: `${origin}/marketing/area/activity/`,
    code_challenge: randomBytes(32).toString("base64url"),
    code_challenge_method: "S256",
  });
  const { headers } = await exchange(origin, false, {
    method: "GET",
    url: `/pass/auth?${asked.toString()}`,
    headers: {},
    body: null,
  });
  const [, uid = ""] = /interaction\/([\w-]+)/.exec(String(headers["location"])) ?? [];
  const cookie = [headers["set-cookie"] ?? []].flat().map((line) => line.split(";", 1)[0]);
  return { uid, cookie: cookie.join("; ") };
}
