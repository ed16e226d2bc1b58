import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import type { Base } from "#contract/call.ts";
import { WEB_BASE } from "#contract/web-base.ts";
import { createActivities, type Activities } from "./activity/index.ts";
import { createBenefits, type Benefits } from "./benefit/index.ts";
import { createCars, type Cars } from "./car/index.ts";
import { createCheckIns, type CheckIns } from "./check-in/index.ts";
import { createCaptcha, type Captcha } from "./captcha/index.ts";
import { createClock, type SettableClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { openDatabase, type DatabaseSource } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { serverSecret } from "./database/server-secret.ts";
import { createGate } from "./http/gate.ts";
import { Calls } from "./http/calls.ts";
import { createEdge } from "./http/edge.ts";
import { mountHealth } from "./http/health.ts";
import { HotAnswers } from "./http/hot-answers.ts";
import { developmentPages, productionPages, type Pages } from "./http/pages.ts";
import { developmentShell, type Shell } from "./http/shell.ts";
import { purgeNonces } from "./http/signature.ts";
import { createFlow, type Flow } from "./flow/index.ts";
import {
  createIdentity,
  isRedirectAllowed,
  isWebOrigin,
  type Identity,
  type IdentityDoors,
} from "./identity/index.ts";
import { createImages, type Images } from "./images/index.ts";
import type { Kit } from "./kit.ts";
import { createKocs, type KocDoors, type Kocs } from "./koc/index.ts";
import { createLeads } from "./lead/index.ts";
import { createLocation, type Location } from "./location/index.ts";
import { createOrganisations, type Organisations } from "./organisation/index.ts";
import { createOwners, type Owners } from "./owner/index.ts";
import { createSeals, type Seals } from "./seal/index.ts";
import { createProvider, createSessions, type Sessions } from "./session/index.ts";
import { createPosters } from "./poster/index.ts";
import { createShares } from "./share/index.ts";
import { createSignUps, type SignUps } from "./signup/index.ts";
import { siteAt } from "./http/site.ts";
import { every } from "./timers.ts";
import { createUploads, type Uploads } from "./upload/index.ts";
import { createWechat, wechatMove, type Wechat } from "./wechat/index.ts";
import { createTracking, type Tracking } from "./tracking/index.ts";

/** The doors of all modules, for whoever composes: main, demo, simulator, tests. */
export type Doors = {
  readonly activities: Activities;
  readonly benefits: Benefits;
  readonly captcha: Captcha;
  readonly cars: Cars;
  readonly checkIns: CheckIns;
  readonly flow: Flow;
  readonly identity: Identity;
  readonly images: Images;
  readonly kocs: Kocs;
  readonly location: Location;
  readonly organisations: Organisations;
  readonly owners: Owners;
  readonly seals: Seals;
  readonly sessions: Sessions;
  readonly uploads: Uploads;
  readonly wechat: Wechat;
  readonly tracking: Tracking;
};
export type Product = {
  readonly app: FastifyInstance;
  readonly kit: Kit & { readonly clock: SettableClock };
  readonly doors: Doors;
  readonly databaseKind: "postgres" | "pglite";
  /** Lets every request be seen, also those answered from memory, as long as this is true. */
  watch(isWatched: () => boolean): void;
  /** Forgets kept answers and pages: when the clock is set. */
  forget(): void;
};
export type Options = {
  /** The database to use; default: the configured PostgreSQL, else PGlite in the data directory. */
  readonly database?: DatabaseSource;
  /** The database is migrated already. */
  readonly isMigrated?: boolean;
  readonly pages?: "none" | "development" | "production";
  /** Adds to the product before it takes requests: the simulator. */
  readonly extend?: (product: Product) => void | Promise<void>;
};

const path = (full: string | null, otherwise: string): string =>
  full === null ? otherwise : new URL(full).pathname;

/** Builds the whole server; nothing listens yet. */
export async function createApp(config: Config, options: Options = {}): Promise<Product> {
  const { db, kind } = await openDatabase(
    options.database ??
      (config.databaseUrl === null ? { dataDir: `${config.dataDir}/pglite` } : { url: config.databaseUrl }),
  );
  if (!options.isMigrated) await migrate(db);
  const clock = createClock();
  // With a line in the log for every request, every request takes the long way.
  const hot = new HotAnswers(!["info", "debug"].includes(config.logLevel));
  const app = await createEdge(config, (origin) => isOwnOrigin(origin), hot);
  const origin = (): string => config.publicOrigin ?? listeningOrigin(app, config);
  const isOwnOrigin = (asked: string): boolean => asked === origin() || config.webOrigins.includes(asked);
  const kit = { db, databaseKind: kind, clock, config, log: app.log, metrics: new Registry(), origin };
  app.addHook("onClose", () => db.destroy());

  const calls = new Calls(app.log, config.isProduction, hot);
  const shell = options.pages === "development" ? await developmentShell(app) : undefined;
  const { doors: modules, close } = createModules(kit, calls, app, shell);
  const doors = { ...modules, tracking: createTracking(kit, app, hot, isOwnOrigin) };
  app.addHook("onClose", (_app, done) => {
    close();
    done();
  });
  let pages: Pages = { clear: () => {} };
  const product: Product = {
    app,
    kit,
    doors,
    databaseKind: kind,
    watch: (isWatched) => {
      hot.isWatched = isWatched;
    },
    forget: () => {
      hot.cache.clear();
      pages.clear();
    },
  };
  await options.extend?.(product);
  mountHealth(app, kit, hot);
  const prefixes: Record<Base, string> = {
    api: path(config.apiBase, "/mall-api/"),
    pass: path(config.passBase, "/pass/"),
    security: path(config.securityBase, "/security/"),
  };
  calls.mount(app, prefixes, await createGate(kit, doors.sessions.authenticate));
  const { apiBase, passBase, securityBase, collectorUrl } = config;
  const connect = [apiBase, passBase, securityBase, collectorUrl].flatMap((base) =>
    base === null ? [] : [new URL(base).origin],
  );
  const site = () => siteAt(origin(), config);
  const cityOfAddress = (address: string): string => doors.location.placeOfAddress(address).cityId;
  const world = { send: calls.asVisitor, site, connect, cityOfAddress };
  if (options.pages === "production") pages = await productionPages(app, world);
  if (options.pages === "development") pages = await developmentPages(app, world);
  return product;
}

/** http://host:port of the listening server, for a machine without a public address of its own. */
function listeningOrigin(app: FastifyInstance, config: Config): string {
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  return `http://${host}:${port}`;
}

/** A secret of this installation, asked for when it is first needed. */
function secretOnce(kit: Kit, name: string): () => Promise<string> {
  let secret: Promise<string> | null = null;
  return () => (secret ??= serverSecret(kit.db, kit.clock, name));
}

/** Pictures, those that people send, and what they send them for. */
function createPictures(kit: Kit, calls: Calls, app: FastifyInstance, sessions: Sessions) {
  const images = createImages(kit, app, secretOnce(kit, "picture"));
  const uploads = createUploads(kit, calls, images);
  const owners = createOwners(kit, calls, {
    setOwner: (mobile, seriesCodes) => sessions.setOwner(mobile, true, seriesCodes),
    usePicture: (pictureId, userId) => uploads.use(pictureId, userId),
    releasePicture: (pictureId) => uploads.release(pictureId),
    pictureUrl: (pictureId) => uploads.urlOf(pictureId),
  });
  return { images, uploads, owners };
}

/** Shared links, the programmes that live of them, invitations by sealed codes, and the caller's own car. */
function createSharing(
  kit: Kit,
  calls: Calls,
  doors: Omit<KocDoors, "shares"> & Pick<SignUps, "applyPlain">,
) {
  const shares = createShares(kit, calls, doors);
  const seals = createSeals(kit, calls, { apply: doors.applyPlain });
  const cars = createCars(kit, calls);
  return { shares, seals, cars, kocs: createKocs(kit, calls, { ...doors, shares }) };
}

/** The OpenID provider that is configured, else ours. */
function providerOf({ config: { oidc, brand } }: Kit, identity: () => Identity) {
  return createProvider(async () => ({
    issuer: oidc?.issuer ?? identity().issuer(),
    clientId: brand.clientId,
    clientSecret: oidc?.clientSecret ?? (await identity().client.clientSecret()),
    // Ours has the one client.
    tokenClients: oidc === null ? null : [brand.clientId, ...oidc.tokenClients],
  }));
}

/** Wires the modules to each other's doors. */
function createModules(
  kit: Kit,
  calls: Calls,
  app: FastifyInstance,
  shell: Shell | undefined,
): { doors: Omit<Doors, "tracking">; close(): void } {
  const captcha = createCaptcha(kit, calls);
  const provider = providerOf(kit, () => identity);
  const identityDoors: IdentityDoors = {
    consume: (pass) => captcha.consume(pass),
    endpoints: () => provider.endpoints(),
    gateway: {
      subjectOf: (token) => sessions.subjectOf(token),
      bind: (token, person) => sessions.bind(token, person),
      endAll: (idpId) => sessions.endAll(idpId),
    },
  };
  const identity = createIdentity(kit, calls, app, identityDoors, shell);
  const sessions = createSessions(kit, calls, provider);
  const organisations = createOrganisations(kit, calls);
  const location = createLocation(kit, calls);
  const bindLink = (): string => `${kit.origin()}${WEB_BASE}?bind=mobile`;
  const ownerLink = (): string => `${kit.origin()}${WEB_BASE}mine/owner`;
  const flow = createFlow(kit, calls, { placeOfAddress: location.placeOfAddress, bindLink, ownerLink });
  const activities = createActivities(kit, calls, flow);
  const consumeCaptcha: Captcha["consume"] = (pass) => captcha.consume(pass);
  const asked = { consumeCaptcha, mustPass: flow.decideFor, bindLink };
  const signUps = createSignUps(kit, calls, {
    consumeCaptcha,
    verifySms: (mobile, scene, code) => identity.verifySms(mobile, scene, code),
    mustPass: flow.decide,
  });
  const checkIns = createCheckIns(kit, calls, { judgeCode: (text, now) => signUps.judgeCode(text, now) });
  const benefits = createBenefits(kit, calls, { ...asked, isSignedUp: signUps.isSignedUp });
  const leads = createLeads(kit, calls, asked);
  const { shares, kocs, seals, cars } = createSharing(kit, calls, { ...asked, ...signUps });
  const wechat = createWechat(kit, calls, app, {
    sessions,
    isOwnOrigin: (asked) => isWebOrigin(asked, identity.places()),
    isOwnPage: (address) => isRedirectAllowed(address, identity.places()),
  });
  const { images, uploads, owners } = createPictures(kit, calls, app, sessions);
  for (const move of [signUps, benefits, leads, kocs, owners, seals, shares, uploads, wechatMove])
    sessions.onJoin(move);
  createPosters(kit, app, { cut: images.cut, sharer: shares.sharer });
  const purging = every(600_000, () => purgeNonces(kit), kit.log);
  const doors = { activities, benefits, captcha, checkIns, flow, identity, images, kocs, location };
  return {
    doors: { ...doors, cars, organisations, owners, seals, sessions, uploads, wechat },
    close: () => {
      for (const module of [benefits, captcha, identity, owners, sessions, signUps, uploads]) module.close();
      purging.stop();
    },
  };
}
