import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { WEB_BASE } from "#contract/web-base.ts";
import { createActivities, type Activities } from "./activity/index.ts";
import { createBenefits, type Benefits } from "./benefit/index.ts";
import { createCars, type Cars } from "./car/index.ts";
import { createCheckIns, type CheckIns } from "./check-in/index.ts";
import { createCommunity, type Community } from "./community/index.ts";
import { createComposing, type ComposeDoors, type Composing } from "./compose/index.ts";
import { createCaptcha, type Captcha } from "./captcha/index.ts";
import { createClock, type SettableClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { keepAudit } from "./database/audit.ts";
import { tellAudit } from "./database/audit-told.ts";
import type { DatabaseSource } from "./database/database.ts";
import { openKept } from "./database/open-kept.ts";
import { keepSealed } from "./database/reseal.ts";
import { rememberedSecret } from "./database/server-secret.ts";
import { forgetter, watchChanges } from "./http/changes.ts";
import { Admission } from "./http/admission.ts";
import { createGate } from "./http/gate.ts";
import { Calls } from "./http/calls.ts";
import { createEdge } from "./http/edge.ts";
import { letGo } from "./http/let-go.ts";
import { mountHealth } from "./http/health.ts";
import { HotAnswers } from "./http/hot-answers.ts";
import { takeHotCalls } from "./http/hot-calls.ts";
import { developmentPages, productionPages, type Pages } from "./http/pages.ts";
import { prefixesOf } from "./http/prefixes.ts";
import { publishContract } from "./http/published.ts";
import { developmentShell, type Shell } from "./http/shell.ts";
import { purgeNonces } from "./http/signature.ts";
import { createFlow, type Flow } from "./flow/index.ts";
import { mountFrontDoor } from "./front-door/index.ts";
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
import { createLeads, type Leads } from "./lead/index.ts";
import { createLocation, type Location } from "./location/index.ts";
import { createOrganisations, type Organisations } from "./organisation/index.ts";
import { createOwners, type Owners } from "./owner/index.ts";
import { createSeals, type Seals } from "./seal/index.ts";
import { createSessions, providerOf, type Sessions } from "./session/index.ts";
import { createRights } from "./rights/index.ts";
import { createPosters } from "./poster/index.ts";
import { createShares, type ShareDoors } from "./share/index.ts";
import { createSignUps, type SignUps } from "./signup/index.ts";
import { siteAt } from "./http/site.ts";
import { originOf } from "./http/origin.ts";
import { ownFetch } from "./http/own-fetch.ts";
import { restWhenQuiet } from "./http/rest.ts";
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
  readonly community: Community;
  readonly composing: Composing;
  readonly flow: Flow;
  readonly identity: Identity;
  readonly images: Images;
  readonly kocs: Kocs;
  readonly leads: Leads;
  readonly location: Location;
  readonly organisations: Organisations;
  readonly owners: Owners;
  readonly seals: Seals;
  readonly sessions: Sessions;
  readonly signUps: Pick<SignUps, "observe">;
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
  /** Takes no new connections and waits for the others to end; then it may be closed. */
  letGo(): Promise<void>;
  /** See OpenDatabase.copyTo. */
  copyDatabase(file: string): Promise<void>;
  /** Forgets kept answers and pages: when the clock is set. */
  forget(): void;
};
export type Options = {
  /** The database to use; default: the configured PostgreSQL, else PGlite in the data directory. */
  readonly database?: DatabaseSource;
  /** The database is migrated already. */
  readonly isMigrated?: boolean;
  /** Hears what an operator should know before there is a log. */
  readonly tell?: (line: string) => void;
  readonly pages?: "none" | "development" | "production";
  /** Adds to the product before it takes requests: the simulator. */
  readonly extend?: (product: Product) => void | Promise<void>;
};

/** Builds the whole server; nothing listens yet. */
export async function createApp(config: Config, options: Options = {}): Promise<Product> {
  const { db, kind, vault, copyTo } = await openKept(config, options);
  const clock = createClock();
  // With a line in the log for every request, every request takes the long way.
  const hot = new HotAnswers(!["info", "debug"].includes(config.logLevel));
  const app = await createEdge(config, (origin) => isOwnOrigin(origin), hot);
  const origin = originOf(app, config);
  const isOwnOrigin = (asked: string): boolean => asked === origin() || config.webOrigins.includes(asked);
  const base = { db, databaseKind: kind, clock, config, log: app.log, metrics: new Registry(), origin };
  const kit = { ...base, admission: new Admission(base) };
  app.addHook("onClose", () => db.destroy());
  keepSealed(app, kit, vault);
  keepAudit(app, kit);
  tellAudit(app, kit);

  const calls = new Calls(app.log, config.isProduction, hot);
  const shell = options.pages === "development" ? await developmentShell(app) : undefined;
  const { doors: modules, seatFreed, close } = createModules(kit, calls, app, shell, () => product.forget());
  const doors = { ...modules, tracking: createTracking(kit, app, hot, isOwnOrigin) };
  const resting = restWhenQuiet(() => hot.lastRequest, app.log);
  let pages: Pages = { clear: () => {}, forget: () => {} };
  const product: Product = {
    app,
    kit,
    doors,
    databaseKind: kind,
    copyDatabase: copyTo,
    watch: (isWatched) => hot.watch(isWatched),
    letGo: () => letGo(app.server, hot),
    forget: () => {
      hot.cache.clear();
      pages.clear();
    },
  };
  const hotCalls = takeHotCalls(app, hot);
  const watching = watchChanges(
    kit,
    forgetter(() => [hot.cache, pages], seatFreed, doors.sessions.kept),
  );
  await options.extend?.(product);
  mountHealth(app, kit, hot);
  mountFrontDoor(app, kit);
  const gate = await createGate(kit, doors.sessions.authenticate);
  app.addHook("onClose", (_app, done) => {
    gate.close();
    kit.admission.close();
    close();
    resting.stop();
    watching.stop();
    done();
  });
  calls.mount(app, prefixesOf(config), gate, hotCalls);
  publishContract(app, calls.declared, prefixesOf(config));
  const connect = furtherOrigins(config);
  const site = () => siteAt(origin(), config);
  const cityOfAddress = (address: string): string => doors.location.placeOfAddress(address).cityId;
  const world = { send: calls.asVisitor, site, connect, cityOfAddress, admission: kit.admission };
  if (options.pages === "production") pages = await productionPages(app, world, hot);
  if (options.pages === "development") pages = await developmentPages(app, world);
  return product;
}

/** What pages may call beside their own origin. */
const furtherOrigins = ({ apiBase, passBase, securityBase, collectorUrl }: Config): string[] =>
  [apiBase, passBase, securityBase, collectorUrl].flatMap((base) =>
    base === null ? [] : [new URL(base).origin],
  );

/** Pictures, those that people send, and what they send them for. */
function createPictures(
  kit: Kit,
  calls: Calls,
  app: FastifyInstance,
  { sessions, location }: Pick<Doors, "sessions" | "location">,
) {
  const images = createImages(kit, app, {
    addresses: rememberedSecret(kit, "picture"),
    seal: rememberedSecret(kit, "picture-seal"),
  });
  const uploads = createUploads(kit, calls, images, {
    named: async (ids) => (await Promise.all([owners.named(ids), community.named(ids)])).flat(),
  });
  const owners = createOwners(kit, calls, {
    setOwner: (db, mobile, seriesCodes) => sessions.setOwner(mobile, true, seriesCodes, db),
    usePicture: (pictureId, userId) => uploads.use(pictureId, userId),
    releasePicture: (pictureId) => uploads.release(pictureId),
    pictureUrl: (pictureId) => uploads.urlOf(pictureId),
  });
  const community = createCommunity(kit, calls, app, {
    pictures: { ...uploads, show: images.putShown, removeShown: images.removeShown },
    cityName: (code) => location.city(code)?.shortName ?? null,
    prefix: prefixesOf(kit.config).api,
  });
  return { images, uploads, owners, community };
}

/** Shared links, the programmes that live of them, invitations by sealed codes, and the caller's own car. */
function createSharing(
  kit: Kit,
  calls: Calls,
  doors: Omit<KocDoors, "shares"> & ShareDoors & Pick<SignUps, "applyPlain" | "seatOf">,
) {
  const shares = createShares(kit, calls, doors);
  const seals = createSeals(kit, calls, { apply: doors.applyPlain, seatOf: doors.seatOf });
  const cars = createCars(kit, calls);
  return { shares, seals, cars, kocs: createKocs(kit, calls, { ...doors, shares }) };
}

/** What people do by links of their own: dealers' staff check in, operators compose pages. */
const createStaffWork = (
  kit: Kit,
  calls: Calls,
  { judgeCode }: Pick<SignUps, "judgeCode">,
  { redeeming }: Pick<Benefits, "redeeming">,
  doors: ComposeDoors,
) => ({
  checkIns: createCheckIns(kit, calls, { judgeCode, redeeming }),
  composing: createComposing(kit, calls, doors),
});

/** Wires the modules to each other's doors. */
function createModules(
  kit: Kit,
  calls: Calls,
  app: FastifyInstance,
  shell: Shell | undefined,
  forgetPages: () => void,
): { doors: Omit<Doors, "tracking">; seatFreed: SignUps["seatFreed"]; close(): void } {
  const captcha = createCaptcha(kit, calls);
  const provider = providerOf(kit, () => identity, ownFetch(app));
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
  const location = createLocation(kit, calls);
  const sessions = createSessions(kit, calls, provider, { location, identity });
  const organisations = createOrganisations(kit, calls);
  const bindLink = (): string => `${kit.origin()}${WEB_BASE}?bind=mobile`;
  const ownerLink = (): string => `${kit.origin()}${WEB_BASE}mine/owner`;
  const flow = createFlow(kit, calls, { placeOfAddress: location.placeOfAddress, bindLink, ownerLink });
  const activities = createActivities(kit, calls, flow);
  const consumeCaptcha: Captcha["consume"] = (pass) => captcha.consume(pass);
  const asked = { consumeCaptcha, bindLink, mustPass: flow.decideFor, refuseForbidden: flow.refuseForbidden };
  const signUps = createSignUps(kit, calls, {
    passOf: (pass) => captcha.passOf(pass),
    verifySms: (mobile, scene, code) => identity.verifySms(mobile, scene, code),
    mustPass: flow.decide,
  });
  const benefits = createBenefits(kit, calls, { ...asked, isSignedUp: signUps.isSignedUp });
  const leads = createLeads(kit, calls, asked);
  const { shares, kocs, seals, cars } = createSharing(kit, calls, { ...asked, ...signUps });
  const wechat = createWechat(kit, calls, app, {
    sessions,
    isOwnOrigin: (asked) => isWebOrigin(asked, identity.places()),
    isOwnPage: (address) => isRedirectAllowed(address, identity.places()),
  });
  const { images, uploads, owners, community } = createPictures(kit, calls, app, { sessions, location });
  const staff = createStaffWork(kit, calls, signUps, benefits, { forgetPages, images });
  for (const move of [community, signUps, benefits, leads, kocs, owners, seals, shares, uploads, wechatMove])
    sessions.onJoin(move);
  createRights(kit, calls, { uploads, identity });
  createPosters(kit, app, { cut: images.cut, sharer: shares.sharer });
  const purging = every(600_000, () => purgeNonces(kit), kit.log);
  const closing = [benefits, captcha, community, identity, leads, owners, seals, sessions, signUps, uploads];
  const doors = { ...staff, activities, benefits, captcha, flow, identity, images, kocs, leads, location };
  return {
    doors: { ...doors, cars, community, organisations, owners, seals, sessions, signUps, uploads, wechat },
    seatFreed: signUps.seatFreed,
    close: () => {
      for (const module of [...closing, staff.composing]) module.close();
      purging.stop();
    },
  };
}
