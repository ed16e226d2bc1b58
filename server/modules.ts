import type { FastifyInstance } from "fastify";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { createActivities, type Activities } from "./activity/index.ts";
import { createBenefits, type Benefits } from "./benefit/index.ts";
import { createCars, type Cars } from "./car/index.ts";
import { activityDraftColumns } from "./catalogue/index.ts";
import { createCheckIns, type CheckInPorts, type CheckIns } from "./check-in/index.ts";
import { createClubModule, type ClubModule } from "./club/index.ts";
import { createCompose, type ComposePorts, type Compose } from "./compose/index.ts";
import { createContests, type Contests } from "./contest/index.ts";
import { createCaptchaModule, type Captcha } from "./captcha/index.ts";
import { memoizedServerSecret } from "./database/shared-tables/server-secret.ts";
import { handOut } from "./handout-modules.ts";
import type { RpcRouter } from "./http/pipeline/rpc-router.ts";
import { urlPrefixes } from "./http/network/url-prefixes.ts";
import type { IdentityHtml } from "./http/pages/identity-html.ts";
import { purgeNonces } from "./http/security/nonce-store.ts";
import { exportUserMerge } from "./export/index.ts";
import { createFlow, type Flow } from "./flow/index.ts";
import {
  createIdentity,
  isRedirectAllowed,
  isWebOrigin,
  type Identity,
  type IdentityPorts,
} from "./identity/index.ts";
import { createPictureLibrary, createUploads, type PictureLibrary, type Uploads } from "./picture/index.ts";
import type { AppContext } from "./core/app-context.ts";
import { createKocs, type KocPorts, type Kocs } from "./koc/index.ts";
import { createLeads, type Leads } from "./lead/index.ts";
import { createLocation, type Location } from "./location/index.ts";
import type { Orders } from "./order/index.ts";
import { createOrganisations, type Organisations } from "./organisation/index.ts";
import type { Mall } from "./mall/index.ts";
import { createMaker, type Maker } from "./maker/index.ts";
import { createOwners, type Owners } from "./owner/index.ts";
import { createInvitations, type Invitations } from "./invitation/index.ts";
import {
  createSessions,
  createConfiguredOidcClient,
  type ProfilePorts,
  type Sessions,
} from "./session/index.ts";
import { createPrivacy, type Privacy } from "./privacy/index.ts";
import type { Payments } from "./payment/index.ts";
import { createPosters } from "./poster/index.ts";
import { createShares, type SharePorts } from "./share/index.ts";
import { createSignUps, type SignUpPorts, type SignUps } from "./signup/index.ts";
import { createInProcessFetch } from "./http/network/in-process-fetch.ts";
import { createShop } from "./shop-modules.ts";
import { createWechat, wechatUserMerge, type Wechat } from "./wechat/index.ts";
import { visitorUserMerge, type Tracking } from "./tracking/index.ts";

/** The interfaces of all modules, for the code that composes them: main, demo, simulator, tests. */
export type ServerModules = {
  readonly activities: Activities;
  readonly benefits: Benefits;
  readonly captcha: Captcha;
  readonly cars: Cars;
  readonly checkIns: CheckIns;
  readonly club: ClubModule;
  readonly compose: Compose;
  readonly contests: Contests;
  readonly flow: Flow;
  readonly identity: Identity;
  readonly pictures: PictureLibrary;
  readonly kocs: Kocs;
  readonly leads: Leads;
  readonly location: Location;
  readonly maker: Maker;
  readonly mall: Mall;
  readonly orders: Orders;
  readonly organisations: Organisations;
  readonly owners: Owners;
  readonly payments: Payments;
  readonly privacy: Pick<Privacy, "registerConsoleCalls">;
  readonly invitations: Invitations;
  /** Makes the demo's invitation codes and staff links. */
  readonly handOut: ReturnType<typeof handOut>;
  readonly sessions: Sessions;
  readonly signUps: Pick<SignUps, "observe" | "seed" | "registerConsoleCalls">;
  readonly uploads: Uploads;
  readonly wechat: Wechat;
  readonly tracking: Tracking;
};

/**
 * Creates every module but tracking and connects them by their ports. Two modules that need each other are connected
 * by closures that are called only after both exist.
 */
export function createModules(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  identityHtml: IdentityHtml | undefined,
  invalidatePages: () => void,
): {
  modules: Omit<ServerModules, "tracking">;
  invalidateSoldOut: { seats(activityId: string): void; stock(skuId: string): void };
  close(): void;
} {
  const profile = profilePorts(() => media);
  const accounts = createAccounts(context, calls, app, identityHtml, profile);
  const { captcha, identity, location, sessions } = accounts;
  const organisations = createOrganisations(context, calls);
  const { bindLink, ownerLink } = linksOf(context);
  const flow = createFlow(context, calls, { placeOfAddress: location.placeOfAddress, bindLink, ownerLink });
  const draftOf = activityDraftColumns(context.db);
  const activities = createActivities(context, calls, { conditions: flow.conditions, draftOf });
  const { decideFor: mustPass, refuseForbidden } = flow;
  const consumeCaptcha: Captcha["consume"] = (pass) => captcha.consume(pass);
  const personPorts = { consumeCaptcha, bindLink, mustPass, refuseForbidden };
  const signUps = createSignUps(context, calls, {
    captchaPassOf: (pass) => captcha.passOf(pass),
    verifySms: (mobile, scene, code, caller) => identity.verifySms(mobile, scene, code, caller),
    mustPass: flow.decide,
    pictures: answerPicturePort(() => media),
  });
  const benefits = createBenefits(context, calls, { ...personPorts, isSignedUp: signUps.isSignedUp });
  const leads = createLeads(context, calls, personPorts);
  const { mall, orders, payments } = createShop(context, calls, app, captcha, () => ({ ...wechat, uploads }));
  const { shares, kocs, invitations, cars } = createSharing(context, calls, { ...personPorts, ...signUps });
  const wechat = createWechat(context, calls, app, wechatPorts(accounts));
  const media = createPictures(context, calls, app, { sessions, location, signUps, orders });
  const { pictures, uploads, owners, club, contests } = media;
  const composePorts = { invalidatePages, pictures };
  const staff = createStaffModules(context, calls, { ...signUps, ...benefits, ...orders }, composePorts);
  const privacy = createPrivacy(context, calls, { uploads, identity, orders });
  // Contests follow sign-ups, which decide whose sign-up is kept. Orders are locked before their coupons.
  const ofFeatures = [signUps, contests, orders, benefits, leads, kocs, invitations, shares, mall];
  for (const mergeUsers of [club, ...ofFeatures, privacy, owners, uploads, ...furtherMerges])
    sessions.onUserMerge(mergeUsers);
  createPosters(context, app, { crop: pictures.toPng, sharer: shares.sharer });
  const maker = createMaker(context, app, { ...cars, recordVips: sessions.recordVips });
  const noncePurge = context.tasks.schedule("nonce.purge", 600_000, () => purgeNonces(context));
  const closeable = [benefits, captcha, club, staff.compose, contests, identity, invitations, leads];
  const others = [mall, privacy, orders, payments, owners, sessions, signUps, uploads];
  const made = { maker, privacy, handOut: handOut(context) };
  const content = { activities, benefits, cars, flow, organisations, mall, orders, payments, ...media };
  return {
    modules: { ...accounts, ...content, ...staff, kocs, leads, invitations, ...made, signUps, wechat },
    invalidateSoldOut: { seats: signUps.invalidateSoldOut, stock: mall.invalidateSoldOut },
    close: () => {
      for (const part of [...closeable, ...others]) part.close();
      noncePurge.stop();
    },
  };
}

/** Parts in merging users that no created module has. */
const furtherMerges = [wechatUserMerge, visitorUserMerge, exportUserMerge];

/** Connects logins in WeChat to sessions and to the addresses of the web app. */
const wechatPorts = ({ sessions, identity }: Pick<ServerModules, "sessions" | "identity">) => ({
  sessions,
  isOwnOrigin: (candidate: string) => isWebOrigin(candidate, identity.webOrigins()),
  isOwnPage: (url: string) => isRedirectAllowed(url, identity.webOrigins()),
});

/** Pages of the product that a refused person is sent to. */
const linksOf = ({ origin }: Pick<AppContext, "origin">) => ({
  bindLink: (): string => `${origin()}${WEB_BASE}?bind=mobile`,
  ownerLink: (): string => `${origin()}${WEB_BASE}mine/owner`,
});

/** Connects sign-ups to the pictures in their answers; `of` is called only after both exist. */
const answerPicturePort = (
  of: () => Pick<ServerModules, "uploads" | "contests">,
): SignUpPorts["pictures"] => ({
  claim: (pictureId, userId) => of().uploads.claim(pictureId, userId),
  release: (pictureId) => of().uploads.release(pictureId),
  submit: (db, signUp, now) => of().contests.addForSignUp(db, signUp, now),
});

/** Connects changes of a profile to uploads and the club; `of` is called only after both exist. */
const profilePorts = (of: () => Pick<ServerModules, "uploads" | "club">): ProfilePorts => ({
  pictures: {
    claim: (pictureId, userId) => of().uploads.claim(pictureId, userId),
    release: (pictureId) => of().uploads.release(pictureId),
    lastingUrlOf: (pictureId) => of().uploads.lastingUrlOf(pictureId),
  },
  hasForbiddenWord: (text) => of().club.hasForbiddenWord(text),
  refuseBarred: (userId) => of().club.refuseBarred(userId),
});

/** Creates captcha, the identity provider, and the sessions that it logs people in to. */
function createAccounts(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  identityHtml: IdentityHtml | undefined,
  profile: ProfilePorts,
) {
  const captcha = createCaptchaModule(context, calls);
  const oidcClient = createConfiguredOidcClient(context, () => identity, createInProcessFetch(app));
  const identityPorts: IdentityPorts = {
    consumeCaptcha: (pass) => captcha.consume(pass),
    endpoints: () => oidcClient.endpoints(),
    gateway: {
      subjectOf: (token) => sessions.subjectOf(token),
      bind: (token, person) => sessions.bindMobile(token, person),
      endAll: (idpId) => sessions.endAll(idpId),
    },
  };
  const identity = createIdentity(context, calls, app, identityPorts, identityHtml);
  const location = createLocation(context, calls, app);
  const sessions = createSessions(context, calls, oidcClient, { location, identity, profile });
  return { captcha, identity, location, sessions };
}

/** Creates the picture library, uploads, and the modules that keep uploaded pictures. */
function createPictures(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  {
    sessions,
    location,
    signUps,
    orders,
  }: Pick<ServerModules, "sessions" | "location" | "orders"> & {
    readonly signUps: Pick<SignUps, "picturesInUse">;
  },
) {
  const pictures = createPictureLibrary(context, app, {
    urlSigning: memoizedServerSecret(context, "picture"),
    encryption: memoizedServerSecret(context, "picture-seal"),
  });
  const uploads = createUploads(context, calls, pictures, {
    picturesInUse: async (ids) =>
      (
        await Promise.all(
          [sessions, owners, club, signUps, contests, orders].map((module) => module.picturesInUse(ids)),
        )
      ).flat(),
  });
  const owners = createOwners(context, calls, {
    setOwner: (db, mobile, seriesCodes) => sessions.setOwner(mobile, true, seriesCodes, db),
    usePicture: (pictureId, userId) => uploads.claim(pictureId, userId),
    releasePicture: (pictureId) => uploads.release(pictureId),
    pictureUrl: (pictureId) => uploads.urlOf(pictureId),
  });
  const club = createClubModule(context, calls, app, {
    pictures: { ...uploads, putPublic: pictures.putPublic, removePublic: pictures.removePublic },
    cityName: (code) => location.city(code)?.shortName ?? null,
    prefix: urlPrefixes(context.config).api,
  });
  const contests = createContests(context, calls, {
    pictures: uploads,
    hasForbiddenWord: (text, within) => club.hasForbiddenWord(text, within),
  });
  return { pictures, uploads, owners, club, contests };
}

/** Creates shared links, the KOC programmes that count them, invitation codes and the caller's car. */
function createSharing(
  context: AppContext,
  calls: RpcRouter,
  ports: Omit<KocPorts, "shares"> & SharePorts & Pick<SignUps, "signUpInvitedGuest" | "seatOf">,
) {
  const shares = createShares(context, calls, ports);
  const invitations = createInvitations(context, calls, {
    signUp: ports.signUpInvitedGuest,
    seatOf: ports.seatOf,
  });
  const cars = createCars(context, calls);
  return { shares, invitations, cars, kocs: createKocs(context, calls, { ...ports, shares }) };
}

/** Creates the modules of staff links: dealer staff check guests in, operators compose pages. */
const createStaffModules = (
  context: AppContext,
  calls: RpcRouter,
  { verifyTicketCode, redemption, pickup }: CheckInPorts,
  ports: ComposePorts,
) => ({
  checkIns: createCheckIns(context, calls, { verifyTicketCode, redemption, pickup }),
  compose: createCompose(context, calls, ports),
});
