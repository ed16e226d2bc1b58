import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { Refusal } from "#contract/core/errors.ts";
import { flowKey, id, mobile, wholeNumber } from "#contract/core/fields.ts";
import type { Product } from "../server/app.ts";
import { sendResult, sendRefusal } from "../server/http/pipeline/envelope.ts";
import { makerPaths } from "#contract/maker/maker.ts";
import { encryptTk } from "./encrypt-tk.ts";
import { dealerCodeOf, reportRecord } from "./maker-systems.ts";

/** Runs a test hook with its validated input; responds 601 to invalid input. */
export async function handleTestHook<S extends z.ZodMiniType>(
  request: FastifyRequest,
  reply: FastifyReply,
  schema: S,
  run: (input: z.output<S>) => Promise<unknown>,
): Promise<FastifyReply> {
  const parsed = schema.safeParse(request.method === "GET" ? request.query : request.body);
  if (!parsed.success) return sendRefusal(reply, new Refusal("invalid"));
  try {
    const answer = await run(parsed.data);
    return reply.sent ? reply : sendResult(reply, answer);
  } catch (error) {
    if (error instanceof Refusal) return sendRefusal(reply, error);
    throw error;
  }
}

const mobileInput = z.object({ mobile });
const eventsQuery = z.object({
  limit: z._default(wholeNumber(1, 1_000, "数量应在 1 到 1000 之间"), 100),
});
const tkInput = z.extend(mobileInput, { seconds: z._default(z.int(), 300) });
/** A person by mobile, or by the account id from POST /sim/account. */
const personInput = z.union([mobileInput, z.object({ accountId: z.string().check(z.maxLength(60)) })]);
const ownerInput = z.extend(mobileInput, {
  verified: z.boolean(),
  /** Series of the person's cars. */
  seriesCodes: z._default(z.array(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))), []),
});
const fieldInput = z.extend(mobileInput, {
  field: flowKey,
  /** null deletes it. */
  value: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
});
/** An invitation by code, as an operator issues it. */
const invitationInput = z.object({
  activityId: id,
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  seconds: z._default(z.int(), 86_400),
});
/** A member of a level until a time; `vip` false ends it. */
const vipInput = z.extend(mobileInput, {
  vip: z.boolean(),
  level: z.optional(z.string()),
  until: z.optional(z.string()),
});
const maintenanceInput = z.extend(mobileInput, { organisationId: id });
/** An account as an operator creates it; without a mobile it must bind one (requirement I01). */
const accountInput = z.object({
  userName: z.string().check(z.regex(/^[A-Za-z0-9_-]{3,40}$/)),
  password: z.string().check(z.minLength(8), z.maxLength(64)),
  nickname: z.string().check(z.minLength(1), z.maxLength(40)),
  mobile: z._default(z.nullable(mobile), null),
});

/** Test hooks for data from the operator and the maker's workshops. */
function addBackOfficeHooks(product: Product): void {
  const { app, context, modules } = product;
  // Field for a process's nodes of kind "field".
  app.post("/sim/field", (request, reply) =>
    handleTestHook(request, reply, fieldInput, async (input) => {
      await modules.flow.setField(input);
      return null;
    }),
  );
  app.post("/sim/sec", (request, reply) =>
    handleTestHook(request, reply, invitationInput, async ({ activityId, name, seconds }) => {
      const plain = { activityId, name, seriesCode: null, dealerId: null, sessionId: null };
      return { sec: await modules.invitations.issue(plain, context.clock.now() + seconds * 1000) };
    }),
  );
  app.post("/sim/vip", (request, reply) =>
    handleTestHook(request, reply, vipInput, async (record) => {
      await reportRecord(product, makerPaths.vip, record);
      return null;
    }),
  );
  app.post("/sim/maintenance", (request, reply) =>
    handleTestHook(request, reply, maintenanceInput, async (visit) => {
      const dealerCode = await dealerCodeOf(product, visit.organisationId);
      const servedTime = new Date(context.clock.now()).toISOString();
      const record = { recordId: `sim-${randomUUID()}`, mobile: visit.mobile, dealerCode, servedTime };
      await reportRecord(product, makerPaths.maintenance, record);
      return null;
    }),
  );
}

/** Test hooks that use the modules' public functions. */
export function addTestHooks(product: Product): void {
  const { app, context, modules, clearCaches } = product;
  addBackOfficeHooks(product);
  app.post("/sim/native-token", (request, reply) =>
    handleTestHook(request, reply, personInput, async (input) => {
      const { accessToken } = await modules.identity.mintAccessToken(
        "mobile" in input ? input.mobile : input,
      );
      return { accessToken };
    }),
  );
  // The landing parameter that logs its bearer in, as created by another system of the maker.
  app.post("/sim/tk", (request, reply) =>
    handleTestHook(request, reply, tkInput, async (input) => {
      const { accessToken } = await modules.identity.mintAccessToken(input.mobile);
      const exp = Math.floor(context.clock.now() / 1000) + input.seconds;
      return { tk: encryptTk(context.config.tkKey, accessToken, exp) };
    }),
  );
  app.post("/sim/account", (request, reply) =>
    handleTestHook(request, reply, accountInput, (input) => modules.identity.addAccount(input)),
  );
  app.get("/sim/events", (request, reply) =>
    handleTestHook(request, reply, eventsQuery, ({ limit }) => modules.tracking.lastEvents(limit)),
  );
  app.get("/sim/sms", (request, reply) =>
    handleTestHook(request, reply, mobileInput, async (input) => {
      const code = await modules.identity.lastSmsCode(input.mobile);
      if (code === null) throw new Refusal("notFound", { message: "没有发送到该号码的短信" });
      // Contract section 11 requires `{code}` at the top level; other clients read `data`.
      return reply.send({ code, message: "成功", data: { code } });
    }),
  );
  app.post("/sim/clock", (request, reply) =>
    handleTestHook(
      request,
      reply,
      z.object({ now: z.nullable(z.union([z.int(), z.string()])) }),
      async ({ now }) => {
        const time = typeof now === "string" ? Date.parse(now) : now;
        if (Number.isNaN(time)) throw new Refusal("invalid", { fields: { now: "时间不正确" } });
        context.clock.set(time);
        clearCaches();
        return { now: context.clock.now() };
      },
    ),
  );
  app.post("/sim/owner", (request, reply) =>
    handleTestHook(request, reply, ownerInput, async (input) => {
      await modules.sessions.setOwner(input.mobile, input.verified, input.seriesCodes);
      return null;
    }),
  );
}
