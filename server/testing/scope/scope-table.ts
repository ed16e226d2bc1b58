/** A row of the list "Rows of people" in docs/security.md: a call that answers or changes a row of somebody. */
export type ScopeRow = {
  readonly call: string;
  /** Owner of the rows. */
  readonly whose: string;
  /** Place where the scope is judged: a file below server/ and a name in it. */
  readonly judged: `${string}#${string}`;
  /**
   * caller: rows are found by the session alone. id: by an id or a code within the scope of the session or the link,
   * and one of somebody else answers as one that does not exist. secret: by a secret among the arguments. content:
   * everybody may read the row, and only its author or the group's leaders change it.
   */
  readonly by: "caller" | "id" | "secret" | "content";
};

const rows = (
  whose: string,
  by: ScopeRow["by"],
  judged: ScopeRow["judged"],
  ...calls: readonly string[]
): ScopeRow[] => calls.map((call) => ({ call, whose, judged, by }));

const desks = [
  ...rows("guest", "id", "check-in/guests-store.ts#findGuestOfLink", "checkIn", "undoCheckIn"),
  ...rows("guest", "secret", "check-in/guests-store.ts#isOfLink", "openCheckIn"),
  ...rows("holder of a coupon", "id", "benefit/store.ts#findCouponByCode", "redeemCoupon", "undoRedeem"),
  ...rows("person of a lead", "secret", "lead/desk/lead-scope-store.ts#activeLeadsOf", "openLeads"),
  ...rows(
    "person of a lead",
    "id",
    "lead/desk/lead-scope-store.ts#activeLeadsOf",
    "markLead",
    "noteLead",
    "planLeadCall",
    "revealLead",
    "unmarkLead",
  ),
  ...rows("page of an activity", "id", "compose/store.ts#version", "showBlocksVersion"),
  ...rows("page of an activity", "id", "compose/plan-store.ts#cancel", "cancelPlan"),
  ...rows(
    "page of an activity",
    "secret",
    "compose/store.ts#openLink",
    "addBlocksPicture",
    "createPreviewLink",
    "openCompose",
    "openQuestions",
    "planBlocks",
    "previewBlocks",
    "revokePreviewLinks",
    "saveBlocks",
    "saveQuestions",
  ),
  ...rows(
    "complaints of the club",
    "secret",
    "club/moderation/complaint-routes.ts#link",
    "decideComplaint",
    "openComplaints",
  ),
];

const activities = [
  ...rows(
    "signed-up person",
    "caller",
    "signup/self-service/routes.ts#requireUser",
    "acknowledgeSchedule",
    "cancelSignUp",
    "changeSession",
    "listOwnSignUps",
  ),
  ...rows("visitor's browser", "caller", "tracking/visitor/routes.ts#requireUser", "linkVisitor"),
  ...rows("signed-up person", "caller", "signup/ticket/handler.ts#requireUser", "showSignUp"),
  ...rows("signed-up person", "caller", "signup/register/store.ts#user_id", "signUp"),
  ...rows(
    "person on the waitlist",
    "caller",
    "signup/waitlist/routes.ts#requireUser",
    "acceptOffer",
    "leaveWaitlist",
  ),
  ...rows("person of a lead", "id", "lead/withdrawal-store.ts#withdrawLeads", "withdrawLead"),
  ...rows("person of a lead", "caller", "lead/store.ts#user_id", "leaveLead", "listOwnLeads", "showLead"),
  ...rows("holder of a coupon", "id", "benefit/store.ts#listCoupons", "listCoupons"),
  ...rows("holder of a coupon", "caller", "benefit/store.ts#listOwned", "sendBenefit"),
  ...rows("KOC applicant", "caller", "koc/store.ts#own", "enrollKoc", "showKocStatus"),
  ...rows("sharer", "caller", "share/routes.ts#requireUser", "listShareCredits", "listShares", "operateLink"),
  ...rows("sharer", "secret", "share/routes.ts#shareInvitation", "showShareInvitation"),
  ...rows("invited guest", "secret", "invitation/index.ts#sec", "acceptInvitationCode", "showInvitationCode"),
  ...rows("entrant of a contest", "caller", "contest/read-routes.ts#requireUser", "showOwnContest"),
  ...rows(
    "entrant of a contest",
    "content",
    "contest/write-routes.ts#requireUser",
    "addContestEntry",
    "reportContestEntry",
    "voteForEntry",
    "withdrawContestEntry",
    "withdrawVote",
  ),
];

const accounts = [
  ...rows("owner", "caller", "owner/routes.ts#requireUser", "updateCarInfo"),
  ...rows("uploader of a picture", "id", "owner/routes.ts#usePicture", "applyAsOwner"),
  ...rows("uploader of a picture", "id", "session/profile/routes.ts#claim", "changeProfile"),
  ...rows("uploader of a picture", "caller", "picture/upload/uploads.ts#requireUser", "uploadPicture"),
  ...rows("owner", "caller", "car/index.ts#requireUser", "getLastMaintenanceOrg", "listActivityUserSeries"),
  ...rows("user", "caller", "session/login/routes.ts#requireUser", "showUser"),
  ...rows("user", "caller", "session/login/routes.ts#accessToken", "endSession"),
  ...rows("user", "id", "session/self-service/routes.ts#sessionId", "endSessions"),
  ...rows("user", "caller", "session/self-service/routes.ts#requireUser", "listSessions"),
  ...rows("user", "caller", "privacy/routes.ts#requireUser", "erasePersonalData", "exportPersonalData"),
  ...rows(
    "user",
    "secret",
    "session/login/routes.ts#code",
    "marketingSessionsCode",
    "marketingSessionsCodeByGet",
    "sessionsCode",
    "tkLogin",
    "tokenLogin",
  ),
  ...rows("user", "secret", "wechat/routes.ts#code", "wechatSessions"),
  ...rows("account", "secret", "identity/routes.ts#smsCode", "bindMobile", "quickLogin"),
  ...rows(
    "login in a browser",
    "secret",
    "identity/interaction/routes.ts#uid",
    "bindMobileOnPage",
    "cancelLogin",
    "loginWithPassword",
    "loginWithSms",
    "register",
    "resetPassword",
    "showInteraction",
    "switchAccount",
  ),
  ...rows("asker of a captcha", "secret", "captcha/routes.ts#challengeId", "checkCaptcha"),
];

const club = [
  ...rows("uploader of a picture", "id", "club/article/article-pictures.ts#claimPictures", "publishArticle"),
  ...rows(
    "author",
    "content",
    "club/club-context.ts#actor",
    "addComment",
    "deleteArticle",
    "deleteComment",
    "editArticle",
    "likeArticle",
    "likeComment",
    "reportContent",
    "requestModerationReview",
  ),
  ...rows(
    "group",
    "content",
    "club/club-context.ts#actor",
    "appointManager",
    "applyJoinGroup",
    "blockFromGroup",
    "changeGroupCover",
    "editGroup",
    "followGroup",
    "handOverGroup",
    "leaveGroup",
    "listHiddenContent",
    "moderate",
    "reviewJoin",
  ),
  ...rows(
    "member",
    "caller",
    "club/club-context.ts#viewer",
    "blockMember",
    "checkGroupBlock",
    "checkJoinGroupNum",
    "followUser",
    "listNotifications",
    "readNotifications",
  ),
];

const mall = [
  ...rows("person of a notice", "caller", "mall/offer/routes.ts#requireUser", "noticeStock"),
  ...rows(
    "person of a cart",
    "caller",
    "mall/cart/routes.ts#requireUser",
    "addToCart",
    "changeCartLine",
    "mergeCart",
    "removeFromCart",
    "showCart",
  ),
  ...rows(
    "person of an address",
    "caller",
    "mall/address/routes.ts#requireUser",
    "addAddress",
    "listAddresses",
  ),
  ...rows("person of an address", "id", "mall/address/store.ts#user_id", "changeAddress", "removeAddress"),
  ...rows(
    "person of an address or a coupon",
    "id",
    "order/checkout/quote.ts#placeOf",
    "previewCheckout",
    "placeOrder",
  ),
  ...rows("person of an address", "id", "order/place/rush-readers.ts#addressReader", "placeRushOrder"),
  ...rows(
    "person of an order",
    "caller",
    "order/life/list-routes.ts#requireUser",
    "countOrders",
    "listOrders",
    "seeMallNews",
  ),
  ...rows("person of an order", "id", "order/life/store.ts#findOrderOf", "orderAgain", "showOrder"),
  ...rows(
    "person of an order",
    "id",
    "order/life/step-routes.ts#lockOwn",
    "cancelOrder",
    "changeOrderAddress",
    "extendReceipt",
    "hideOrder",
    "receiveOrder",
    "remindOrder",
  ),
  ...rows("person of an order", "id", "payment/attempt/store.ts#findPayState", "showPayment", "startPayment"),
  ...rows("person of an order", "id", "order/shipment/track-store.ts#findTrack", "trackShipment"),
  ...rows("person of an order", "id", "order/life/store.ts#findOrderOf", "previewAfterSale"),
  ...rows("person of an order", "id", "order/after-sale/request.ts#lockOwnOrder", "requestAfterSale"),
  ...rows("person of a case", "caller", "order/after-sale/routes.ts#requireUser", "listAfterSales"),
  ...rows("person of a case", "id", "order/after-sale/read-store.ts#findCaseOf", "showAfterSale"),
  ...rows(
    "person of a case",
    "id",
    "order/after-sale/routes.ts#known?.user_id",
    "cancelAfterSale",
    "sendAfterSale",
  ),
  ...rows("dealer of a pick-up order", "id", "check-in/routes.ts#desk_dealer_id", "handOverPickup"),
];

/** The list, in the order of docs/security.md. */
export const scopeTable: readonly ScopeRow[] = [...desks, ...activities, ...accounts, ...club, ...mall];
