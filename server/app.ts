import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { createActivities, type Activities } from "./activity/index.ts";
import { createBenefits, type Benefits } from "./benefit/index.ts";
import { createCars, type Cars } from "./car/index.ts";
import { createCheckIns, type CheckIns } from "./check-in/index.ts";
import { createClubModule, type ClubModule } from "./club/index.ts";
import { createCompose, type ComposePorts, type Compose } from "./compose/index.ts";
import { createCaptchaModule, type Captcha } from "./captcha/index.ts";
import { createClock, type SettableClock } from "./core/clock.ts";
import type { Config } from "./config.ts";
import { scheduleAuditLogPurge } from "./database/shared-tables/audit-log.ts";
import { startAuditLogStream } from "./database/shared-tables/audit-log-stream.ts";
import type { DatabaseSource } from "./database/connection/database.ts";
import { openConfiguredDatabase } from "./database/connection/open-database.ts";
import { scheduleReEncryption } from "./database/encryption/re-encrypt.ts";
import { memoizedServerSecret } from "./database/shared-tables/server-secret.ts";
import { createCacheInvalidator, pollContentChanges } from "./http/cache/cache-invalidation.ts";
import { NetworkWorkQuota } from "./http/rate-limit/work-quota.ts";
import { createRequestContext } from "./http/pipeline/request-context.ts";
import { RpcRouter } from "./http/pipeline/rpc-router.ts";
import { createHttpServer } from "./http/pipeline/create-server.ts";
import { drainConnections } from "./http/lifecycle/graceful-shutdown.ts";
import { mountHealthChecks } from "./http/observability/health.ts";
import { FastPath } from "./http/fast-path/fast-path.ts";
import { mountRpcFastPath } from "./http/fast-path/rpc-fast-path.ts";
import { mountDevelopmentPages, mountBuiltPages, type PageServer } from "./http/pages/page-server.ts";
import { urlPrefixes } from "./http/network/url-prefixes.ts";
import { mountOpenApi } from "./http/pipeline/openapi.ts";
import { developmentIdentityHtml, type IdentityHtml } from "./http/pages/identity-html.ts";
import { purgeNonces } from "./http/security/request-signature.ts";
import { createFlow, type Flow } from "./flow/index.ts";
import { mountSiteRoot } from "./site-root/index.ts";
import {
  createIdentity,
  isRedirectAllowed,
  isWebOrigin,
  type Identity,
  type IdentityPorts,
} from "./identity/index.ts";
import { createPictureLibrary, type PictureLibrary } from "./picture/index.ts";
import type { AppContext } from "./core/app-context.ts";
import { createKocs, type KocPorts, type Kocs } from "./koc/index.ts";
import { createLeads, type Leads } from "./lead/index.ts";
import { createLocation, type Location } from "./location/index.ts";
import { createOrganisations, type Organisations } from "./organisation/index.ts";
import { createOwners, type Owners } from "./owner/index.ts";
import { createInvitations, type Invitations } from "./invitation/index.ts";
import { createSessions, createConfiguredOidcClient, type Sessions } from "./session/index.ts";
import { createPrivacy } from "./privacy/index.ts";
import { createPosters } from "./poster/index.ts";
import { createShares, type SharePorts } from "./share/index.ts";
import { createSignUps, type SignUps } from "./signup/index.ts";
import { createSite } from "./http/pages/site.ts";
import { createPublicOrigin } from "./http/network/public-origin.ts";
import { createInProcessFetch } from "./http/network/in-process-fetch.ts";
import { collectGarbageWhenIdle } from "./http/lifecycle/idle-gc.ts";
import { runPeriodically } from "./core/run-periodically.ts";
import { createUploads, type Uploads } from "./picture/index.ts";
import { createWechat, wechatUserMerge, type Wechat } from "./wechat/index.ts";
import { createTracking, type Tracking } from "./tracking/index.ts";

/** The doors of all modules, for whoever composes: main, demo, simulator, tests. */
export type ServerModules = {
  readonly activities: Activities;
  readonly benefits: Benefits;
  readonly captcha: Captcha;
  readonly cars: Cars;
  readonly checkIns: CheckIns;
  readonly community: ClubModule;
  readonly compose: Compose;
  readonly flow: Flow;
  readonly identity: Identity;
  readonly images: PictureLibrary;
  readonly kocs: Kocs;
  readonly leads: Leads;
  readonly location: Location;
  readonly organisations: Organisations;
  readonly owners: Owners;
  readonly seals: Invitations;
  readonly sessions: Sessions;
  readonly signUps: Pick<SignUps, "observe">;
  readonly uploads: Uploads;
  readonly wechat: Wechat;
  readonly tracking: Tracking;
};
export type Product = {
  readonly app: FastifyInstance;
  readonly context: AppContext & { readonly clock: SettableClock };
  readonly modules: ServerModules;
  readonly databaseKind: "postgres" | "pglite";
  /** Lets every request be seen, also those answered from memory, as long as this is true. */
  bypassFastPathWhile(isWatched: () => boolean): void;
  /** Takes no new connections and waits for the others to end; then it may be closed. */
  drain(): Promise<void>;
  /** See OpenDatabase.copyTo. */
  backUpDatabase(file: string): Promise<void>;
  /** Forgets kept answers and pages: when the clock is set. */
  clearCaches(): void;
};
export type AppOptions = {
  /** The database to use; default: the configured PostgreSQL, else PGlite in the data directory. */
  readonly database?: DatabaseSource;
  /** The database is migrated already. */
  readonly isMigrated?: boolean;
  /** Hears what an operator should know before there is a log. */
  readonly print?: (line: string) => void;
  readonly pages?: "none" | "development" | "production";
  /** Adds to the product before it takes requests: the simulator. */
  readonly extend?: (product: Product) => void | Promise<void>;
};

/** Builds the whole server; nothing listens yet. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<Product> {
  const { db, kind, vault: keyring, backUpTo: copyTo } = await openConfiguredDatabase(config, options);
  const clock = createClock();
  // With a line in the log for every request, every request takes the long way.
  const fastPath = new FastPath(!["info", "debug"].includes(config.logLevel));
  const app = await createHttpServer(config, (origin) => isOwnOrigin(origin), fastPath);
  const origin = createPublicOrigin(app, config);
  const isOwnOrigin = (asked: string): boolean => asked === origin() || config.webOrigins.includes(asked);
  const base = { db, databaseKind: kind, clock, config, log: app.log, metrics: new Registry(), origin };
  const context = { ...base, workQuota: new NetworkWorkQuota(base) };
  app.addHook("onClose", () => db.destroy());
  scheduleReEncryption(app, context, keyring);
  scheduleAuditLogPurge(app, context);
  startAuditLogStream(app, context);

  const calls = new RpcRouter(app.log, config.isProduction, fastPath);
  const shell = options.pages === "development" ? await developmentIdentityHtml(app) : undefined;
  const {
    modules: wired,
    seatFreed,
    close,
  } = createModules(context, calls, app, shell, () => product.clearCaches());
  const modules: ServerModules = { ...wired, tracking: createTracking(context, app, fastPath, isOwnOrigin) };
  const resting = collectGarbageWhenIdle(() => fastPath.lastRequest, app.log);
  let pages: PageServer = { clear: () => {}, invalidate: () => {} };
  const product: Product = {
    app,
    context,
    modules,
    databaseKind: kind,
    backUpDatabase: copyTo,
    bypassFastPathWhile: (isWatched) => fastPath.bypassWhile(isWatched),
    drain: () => drainConnections(app.server, fastPath),
    clearCaches: () => {
      fastPath.cache.clear();
      pages.clear();
    },
  };
  const hotCalls = mountRpcFastPath(app, fastPath);
  const watching = pollContentChanges(
    context,
    createCacheInvalidator(() => [fastPath.cache, pages], seatFreed, modules.sessions.cache),
  );
  await options.extend?.(product);
  mountHealthChecks(app, context, fastPath);
  mountSiteRoot(app, context);
  const gate = await createRequestContext(context, modules.sessions.authenticate);
  app.addHook("onClose", (_app, done) => {
    gate.close();
    context.workQuota.close();
    close();
    resting.stop();
    watching.stop();
    done();
  });
  calls.mount(app, urlPrefixes(config), gate, hotCalls);
  mountOpenApi(app, calls.registeredCalls, urlPrefixes(config));
  const connect = connectOrigins(config);
  const site = () => createSite(origin(), config);
  const cityOfAddress = (address: string): string => modules.location.placeOfAddress(address).cityId;
  const world = { send: calls.sendAsVisitor, site, connect, cityOfAddress, workQuota: context.workQuota };
  if (options.pages === "production") pages = await mountBuiltPages(app, world, fastPath);
  if (options.pages === "development") pages = await mountDevelopmentPages(app, world);
  return product;
}

/** What pages may call beside their own origin. */
const connectOrigins = ({ apiBase, passBase, securityBase, collectorUrl }: Config): string[] =>
  [apiBase, passBase, securityBase, collectorUrl].flatMap((base) =>
    base === null ? [] : [new URL(base).origin],
  );

/** Pictures, those that people send, and what they send them for. */
function createPictures(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  { sessions, location }: Pick<ServerModules, "sessions" | "location">,
) {
  const images = createPictureLibrary(context, app, {
    addresses: memoizedServerSecret(context, "picture"),
    seal: memoizedServerSecret(context, "picture-seal"),
  });
  const uploads = createUploads(context, calls, images, {
    picturesInUse: async (ids) =>
      (await Promise.all([owners.named(ids), community.picturesInUse(ids)])).flat(),
  });
  const owners = createOwners(context, calls, {
    setOwner: (db, mobile, seriesCodes) => sessions.setOwner(mobile, true, seriesCodes, db),
    usePicture: (pictureId, userId) => uploads.claim(pictureId, userId),
    releasePicture: (pictureId) => uploads.release(pictureId),
    pictureUrl: (pictureId) => uploads.urlOf(pictureId),
  });
  const community = createClubModule(context, calls, app, {
    pictures: { ...uploads, putPublic: images.putPublic, removePublic: images.removePublic },
    cityName: (code) => location.city(code)?.shortName ?? null,
    prefix: urlPrefixes(context.config).api,
  });
  return { images, uploads, owners, community };
}

/** Shared links, the programmes that live of them, invitations by sealed codes, and the caller's own car. */
function createSharing(
  context: AppContext,
  calls: RpcRouter,
  ports: Omit<KocPorts, "shares"> & SharePorts & Pick<SignUps, "applyPlain" | "seatOf">,
) {
  const shares = createShares(context, calls, ports);
  const seals = createInvitations(context, calls, { apply: ports.applyPlain, seatOf: ports.seatOf });
  const cars = createCars(context, calls);
  return { shares, seals, cars, kocs: createKocs(context, calls, { ...ports, shares }) };
}

/** What people do by links of their own: dealers' staff check in, operators compose pages. */
const createStaffModules = (
  context: AppContext,
  calls: RpcRouter,
  { judgeCode }: Pick<SignUps, "judgeCode">,
  { redeeming }: Pick<Benefits, "redeeming">,
  ports: ComposePorts,
) => ({
  checkIns: createCheckIns(context, calls, { judgeCode, redeeming }),
  compose: createCompose(context, calls, ports),
});

/** Wires the modules to each other's doors. */
function createModules(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  shell: IdentityHtml | undefined,
  forgetPages: () => void,
): { modules: Omit<ServerModules, "tracking">; seatFreed: SignUps["seatFreed"]; close(): void } {
  const captcha = createCaptchaModule(context, calls);
  const provider = createConfiguredOidcClient(context, () => identity, createInProcessFetch(app));
  const identityDoors: IdentityPorts = {
    consumeCaptcha: (pass) => captcha.consume(pass),
    endpoints: () => provider.endpoints(),
    gateway: {
      subjectOf: (token) => sessions.subjectOf(token),
      bind: (token, person) => sessions.bindMobile(token, person),
      endAll: (idpId) => sessions.endAll(idpId),
    },
  };
  const identity = createIdentity(context, calls, app, identityDoors, shell);
  const location = createLocation(context, calls);
  const sessions = createSessions(context, calls, provider, { location, identity });
  const organisations = createOrganisations(context, calls);
  const bindLink = (): string => `${context.origin()}${WEB_BASE}?bind=mobile`;
  const ownerLink = (): string => `${context.origin()}${WEB_BASE}mine/owner`;
  const flow = createFlow(context, calls, { placeOfAddress: location.placeOfAddress, bindLink, ownerLink });
  const activities = createActivities(context, calls, flow);
  const consumeCaptcha: Captcha["consume"] = (pass) => captcha.consume(pass);
  const asked = { consumeCaptcha, bindLink, mustPass: flow.decideFor, refuseForbidden: flow.refuseForbidden };
  const signUps = createSignUps(context, calls, {
    passOf: (pass) => captcha.passOf(pass),
    verifySms: (mobile, scene, code) => identity.verifySms(mobile, scene, code),
    mustPass: flow.decide,
  });
  const benefits = createBenefits(context, calls, { ...asked, isSignedUp: signUps.isSignedUp });
  const leads = createLeads(context, calls, asked);
  const { shares, kocs, seals, cars } = createSharing(context, calls, { ...asked, ...signUps });
  const wechat = createWechat(context, calls, app, {
    sessions,
    isOwnOrigin: (asked) => isWebOrigin(asked, identity.webOrigins()),
    isOwnPage: (address) => isRedirectAllowed(address, identity.webOrigins()),
  });
  const { images, uploads, owners, community } = createPictures(context, calls, app, { sessions, location });
  const staff = createStaffModules(context, calls, signUps, benefits, {
    invalidatePages: forgetPages,
    pictures: images,
  });
  for (const move of [
    community,
    signUps,
    benefits,
    leads,
    kocs,
    owners,
    seals,
    shares,
    uploads,
    wechatUserMerge,
  ])
    sessions.onUserMerge(move);
  createPrivacy(context, calls, { uploads, identity });
  createPosters(context, app, { cut: images.toPng, sharer: shares.sharer });
  const purging = runPeriodically(600_000, () => purgeNonces(context), context.log);
  const closing = [benefits, captcha, community, identity, leads, owners, seals, sessions, signUps, uploads];
  const modules = { ...staff, activities, benefits, captcha, flow, identity, images, kocs, leads, location };
  return {
    modules: {
      ...modules,
      cars,
      community,
      organisations,
      owners,
      seals,
      sessions,
      signUps,
      uploads,
      wechat,
    },
    seatFreed: signUps.seatFreed,
    close: () => {
      for (const module of [...closing, staff.compose]) module.close();
      purging.stop();
    },
  };
}
