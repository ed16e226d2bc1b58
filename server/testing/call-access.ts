import type { CallAudience } from "#contract/core/call.ts";
import { testVin } from "./samples/sample-vin.ts";

/** Ids for calls by another person: everything belongs to the first member. */
export type ForeignResources = {
  readonly activityId: string;
  readonly fullActivityId: string;
  readonly benefitId: string;
  readonly signUpId: string;
  readonly mobile: string;
  readonly pictureId: string;
  readonly vin: string;
  /** A login that was started in another browser. */
  readonly uid: string;
  /** A staff link of another activity. */
  readonly link: string;
  /** A coupon of another activity than the link's. */
  readonly couponCode: string;
  readonly challengeId: string;
  readonly groupId: string;
  readonly articleId: string;
  readonly commentId: string;
  /** The first member's id in the club. */
  readonly memberId: string;
};
export type CallAccess = {
  /** Repeats the contract's audience, so that no call becomes public by changing one word. */
  readonly audience: CallAudience;
  /**
   * public: the same for everybody; own: data of the caller only; bearer: data that a secret among the
   * arguments stands for (a link, a code, a login's uid with its cookie).
   */
  readonly about: "public" | "own" | "bearer";
  readonly args: (foreign: ForeignResources) => Record<string, unknown>;
  /** Requires a mobile because the activity is offline. */
  readonly asksMobile?: true;
};

const nothing = () => ({});
const activity = ({ activityId }: ForeignResources) => ({ activityId });
const byId = ({ activityId }: ForeignResources) => ({ id: activityId });
const MADE_UP = "A".repeat(43);
const NOBODYS_SESSION = "00000000-0000-4000-8000-000000000000";
const ofGroup = ({ groupId }: ForeignResources) => ({ groupId });
const ofArticle = ({ articleId }: ForeignResources) => ({ articleId });
const inGroup = ({ groupId, memberId }: ForeignResources) => ({ groupId, userId: memberId });
/** Ids that do not exist, for calls that any member may make about content of any member. */
const nobodys = { articleId: "1", commentId: "1", userId: "1" };
const code = { code: MADE_UP, redirectUri: "http://127.0.0.1:8080/marketing/area/activity/" };
const login = ({ uid, mobile }: ForeignResources) => ({ uid, mobile, smsCode: "000000", consent: true });
const form = ({ activityId, mobile }: ForeignResources) => ({
  id: activityId,
  name: "别人",
  mobile,
  consent: true,
});

const addressEntry = {
  name: "别人",
  mobile: "13912345678",
  provinceCode: "310000",
  cityCode: "310100",
  districtCode: "310106",
  detail: "南京西路 1 号",
};

const open = (args: CallAccess["args"] = nothing): CallAccess => ({
  audience: "anyone",
  about: "public",
  args,
});
const own = (args: CallAccess["args"] = nothing, audience: CallAudience = "user"): CallAccess => ({
  audience,
  about: "own",
  args,
});
/** The same for all logged-in people. */
const among = (args: CallAccess["args"]): CallAccess => ({ audience: "user", about: "public", args });
const withMobile = (args: CallAccess["args"]): CallAccess => ({ ...own(args), asksMobile: true });
const bearer = (args: CallAccess["args"], audience: CallAudience = "anyone"): CallAccess => ({
  audience,
  about: "bearer",
  args,
});

/**
 * Access of each call. A call that is missing here fails the test, so that nobody opens a call without
 * classifying it.
 */
export const callAccess: Readonly<Record<string, CallAccess>> = {
  acceptOffer: own(({ fullActivityId }) => ({ id: fullActivityId })),
  // The link is sent in a header.
  addBlocksPicture: bearer(nothing),
  addContestEntry: own(({ activityId, pictureId }) => ({ id: activityId, pictureId, caption: "雾" })),
  addAddress: own(() => addressEntry),
  addToCart: own(() => ({ skuId: "1", qty: 1 })),
  changeAddress: own(() => ({ ...addressEntry, id: "1" })),
  changeCartLine: own(() => ({ skuId: "1", qty: 1, isChosen: true })),
  listAddresses: own(),
  mergeCart: own(() => ({ lines: [] })),
  previewCheckout: own(() => ({ lines: [{ skuId: "1", qty: 1 }], delivery: "express" })),
  removeAddress: own(() => ({ id: "1" })),
  removeFromCart: own(() => ({ skuIds: ["1"] })),
  showCart: own(),
  showVisitorCart: open(() => ({ skuIds: "1" })),
  addComment: own(() => ({ ...nobodys, content: "<p>雾</p>" })),
  applyAsOwner: own(
    ({ pictureId }) => ({ vin: testVin(), seriesCode: "yuanshan", pictureId, consent: true }),
    "userWithMobile",
  ),
  applyJoinGroup: own(ofGroup),
  requestModerationReview: own(({ articleId }) => ({ kind: "article", targetId: articleId })),
  appointManager: own((foreign) => ({ ...inGroup(foreign), manages: true })),
  acknowledgeSchedule: own(({ activityId }) => ({ id: activityId, changeId: "1" })),
  acceptInvitationCode: bearer(({ activityId }) => ({ activityId, sec: "A".repeat(22) }), "userWithMobile"),
  bindMobile: bearer(({ mobile }) => ({ access_token: MADE_UP, mobile, smsCode: "000000" })),
  bindMobileOnPage: bearer(login),
  blockFromGroup: own((foreign) => ({ ...inGroup(foreign), blocked: true })),
  blockMember: own(() => nobodys),
  cancelLogin: bearer(({ uid }) => ({ uid })),
  cancelPlan: bearer(({ link }) => ({ link, revision: "1" })),
  cancelSignUp: own(byId),
  // The picture is the first member's.
  changeProfile: own(({ pictureId }) => ({ avatar: { pictureId } })),
  changeSession: own(({ activityId }) => ({ id: activityId, sessionId: "1" })),
  changeGroupCover: own(ofGroup),
  checkCaptcha: bearer(({ challengeId }) => ({ challengeId, x: 120, track: [], nonces: [] })),
  checkFlowDetail: open(activity),
  listCategories: open(),
  listProducts: open(),
  suggestProducts: open(() => ({ keyword: "香" })),
  showProduct: open(() => ({ id: "1" })),
  listRushes: open(),
  showOffers: open(() => ({ skuIds: "1" })),
  listPickupDealers: open(() => ({ skuIds: "1", cityCode: "310100" })),
  estimateFreight: open(() => ({ skuId: "1", provinceCode: "310000", cityCode: "310100" })),
  noticeStock: own(() => ({ skuId: "1" })),
  checkGroupBlock: own(ofGroup),
  checkIn: bearer(({ link, signUpId }) => ({ link, by: "小李", signUpId })),
  checkJoinGroupNum: own(ofGroup),
  createCaptcha: open(({ activityId }) => ({ action: "signup", activityId })),
  decideComplaint: bearer(({ link, articleId }) => ({
    link,
    by: "小李",
    kind: "article",
    targetId: articleId,
    newestId: "1",
    decision: "hide",
  })),
  deleteArticle: own(ofArticle),
  deleteComment: own(({ commentId }) => ({ commentId })),
  editArticle: own((foreign) => ({ ...ofArticle(foreign), revision: 0, content: "别人的" })),
  editGroup: own((foreign) => ({ ...ofGroup(foreign), intro: "别人的" })),
  endSession: own(),
  enrollKoc: withMobile(byId),
  endSessions: own(() => ({ sessionId: NOBODYS_SESSION })),
  erasePersonalData: own(() => ({ smsCode: "000000", sure: true })),
  exportPersonalData: own(),
  followGroup: own(ofGroup),
  followUser: own(() => nobodys),
  getLastMaintenanceOrg: own(),
  handOverGroup: own(inGroup),
  leaveGroup: own(ofGroup),
  leaveLead: withMobile((foreign) => ({ ...form(foreign), provinceCode: "310000", cityCode: "310100" })),
  leaveWaitlist: own(({ fullActivityId }) => ({ id: fullActivityId })),
  likeArticle: own(() => nobodys),
  likeComment: own(() => nobodys),
  listActivityUserSeries: own(activity),
  listArticles: open(ofGroup),
  listBanners: open(),
  listBenefits: open(activity),
  listCities: open(),
  listComments: open(ofArticle),
  listCoupons: own(),
  linkVisitor: own(() => ({ proof: "0".repeat(32) })),
  listContestEntries: open(byId),
  listDates: open(activity),
  listDealers: open(activity),
  listDistricts: open(),
  listGroupMembers: open(ofGroup),
  listGroups: open(),
  listGroupsOfUser: open(({ memberId }) => ({ userId: memberId })),
  listHiddenContent: own(ofGroup),
  listLocalDealers: open(),
  listNearby: open(),
  listNotifications: own(),
  listOwnLeads: own(),
  listOwnSignUps: own(),
  listRelatedMembers: among(({ memberId }) => ({ kind: "followers", userId: memberId })),
  listSeries: open(),
  listSuggestions: open(() => ({ keyword: "试驾" })),
  listSessions: own(),
  listShareCredits: own(activity),
  listShares: own(),
  locateAddress: open(),
  locatePoint: open(() => ({ longitude: 121.4, latitude: 31.2 })),
  loginWithPassword: bearer(({ uid, mobile }) => ({
    uid,
    account: mobile,
    password: "wrong1234",
    consent: true,
  })),
  loginWithSms: bearer(login),
  marketingSessionsCode: bearer(() => ({ ...code, clientId: "x" })),
  marketingSessionsCodeByGet: bearer(() => ({ ...code, clientId: "x" })),
  noteLead: bearer(({ link }) => ({
    link,
    by: "小李",
    leadId: "1",
    key: "3f0cdd5e-8f4b-4c2a-9d5e-0a2b6c7d8e9f",
    text: "已报价",
  })),
  planLeadCall: bearer(({ link }) => ({ link, leadId: "1", nextCallTime: null, seen: null })),
  markLead: bearer(({ link }) => ({ link, by: "小李", leadId: "1", result: "reached" })),
  moderate: own(({ articleId }) => ({ kind: "article", targetId: articleId, action: "hide" })),
  // A check-in link gives no access to composing, complaints and leads.
  openComplaints: bearer(({ link }) => ({ link })),
  openCompose: bearer(({ link }) => ({ link })),
  openQuestions: bearer(({ link }) => ({ link })),
  openLeads: bearer(({ link }) => ({ link })),
  openCheckIn: bearer(({ link }) => ({ link })),
  operateLink: own(({ activityId }) => ({ id: activityId, op: "share" })),
  planBlocks: bearer(({ link }) => ({
    link,
    by: "小李",
    basedOn: 0,
    replaces: null,
    blocks: [],
    publishTime: "2099-01-01T00:00:00+08:00",
  })),
  createPreviewLink: bearer(({ link }) => ({ link })),
  revokePreviewLinks: bearer(({ link }) => ({ link })),
  previewBlocks: bearer(({ link }) => ({ link, blocks: [] })),
  publishArticle: own(({ groupId, pictureId }) => ({
    groupId,
    content: "<p>雾</p>",
    pictureIds: [pictureId],
  })),
  quickLogin: bearer(({ mobile }) => ({ mobile, smsCode: "000000" })),
  readNotifications: own(() => ({ until: "1" })),
  redeemCoupon: bearer(({ link, couponCode }) => ({ link, by: "小李", code: couponCode })),
  register: bearer((foreign) => ({ ...login(foreign), password: "wrong1234" })),
  renewPictures: open(({ articleId }) => ({ articleIds: articleId })),
  reportContestEntry: own(({ activityId }) => ({ id: activityId, entryId: "1", reason: "fake" })),
  reportContent: own(() => ({ kind: "article", targetId: "1", reason: "spam" })),
  resetPassword: bearer((foreign) => ({ ...login(foreign), password: "wrong1234" })),
  revealLead: bearer(({ link }) => ({ link, by: "小李", leadId: "1" })),
  reviewJoin: own((foreign) => ({ ...inGroup(foreign), accepted: false })),
  saveBlocks: bearer(({ link }) => ({ link, by: "小李", basedOn: 0, blocks: [] })),
  saveQuestions: bearer(({ link }) => ({ link, by: "小李", revision: "", questions: [] })),
  searchMembers: among(() => ({ keyword: "甲" })),
  sendBenefit: withMobile(({ benefitId }) => ({ id: benefitId })),
  sendSms: open(({ mobile }) => ({ mobile, scene: "login" })),
  sessionsCode: bearer(() => code),
  showActivityClub: open(activity),
  showArticle: open(ofArticle),
  showArticleCounts: open(ofArticle),
  showBlocksVersion: bearer(({ link }) => ({ link, version: 1 })),
  showCampaign: open(activity),
  showCarClub: open(),
  showContest: open(byId),
  showContestEntry: open(({ activityId }) => ({ id: activityId, entryId: "1" })),
  showFlowStatus: open(activity),
  showGroup: open(ofGroup),
  showInteraction: bearer(({ uid }) => ({ uid })),
  showShareInvitation: bearer(({ activityId }) => ({ activityId, from: "A".repeat(17) })),
  showKocProgram: open(activity),
  showKocStatus: own(activity),
  showLead: own(byId),
  showMember: open(({ memberId }) => ({ userId: memberId })),
  showMemberIdentity: open(),
  showNearby: open(byId),
  showOrganisation: open(() => ({ id: "501" })),
  showInvitationCode: bearer(({ activityId }) => ({ activityId, sec: "A".repeat(22) })),
  showOwnContest: own(byId),
  showSignUp: own(activity),
  showUser: own(),
  signUp: withMobile(form),
  switchAccount: bearer(({ uid }) => ({ uid, ticket: MADE_UP })),
  tkLogin: bearer(() => ({ tk: MADE_UP })),
  tokenLogin: bearer(() => ({ accessToken: MADE_UP })),
  undoCheckIn: bearer(({ link, signUpId }) => ({
    link,
    signUpId,
    checkedInTime: "2099-01-01T00:00:00+08:00",
  })),
  undoRedeem: bearer(({ link, couponCode }) => ({
    link,
    code: couponCode,
    usedTime: "2099-01-01T00:00:00+08:00",
  })),
  unmarkLead: bearer(({ link }) => ({ link, leadId: "1", contactedTime: "2099-01-01T00:00:00+08:00" })),
  updateCarInfo: own(),
  uploadPicture: own(),
  voteForEntry: own(({ activityId }) => ({ id: activityId, entryId: "1" })),
  wechatSessions: bearer(() => ({ code: MADE_UP })),
  wechatSignatures: open(() => ({ signatureUrl: "https://foreign.example/" })),
  wechatSignaturesPrivately: open(() => ({ signatureUrl: "https://foreign.example/" })),
  withdrawContestEntry: own(({ activityId }) => ({ id: activityId, entryId: "1" })),
  withdrawLead: own(byId),
  withdrawVote: own(({ activityId }) => ({ id: activityId, entryId: "1" })),
};
