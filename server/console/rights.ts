import type { OperatorRight, OperatorRole, RightReach } from "#contract/console/rights.ts";

type RightsOfRole = Readonly<Partial<Record<OperatorRight, RightReach>>>;
const all = (...rights: OperatorRight[]): RightsOfRole =>
  Object.fromEntries(rights.map((right) => [right, "list" as const]));
const one = (...rights: OperatorRight[]): RightsOfRole =>
  Object.fromEntries(rights.map((right) => [right, "one" as const]));
const counts = (...rights: OperatorRight[]): RightsOfRole =>
  Object.fromEntries(rights.map((right) => [right, "counts" as const]));

/** Rights that headquarters and regions have alike. */
const marketing = all(
  "activity.read",
  "activity.write",
  "flow.read",
  "flow.write",
  "page.write",
  "banner.write",
  "session.write",
  "signup.read",
  "signup.write",
  "signup.checkIn",
  "lead.read",
  "lead.assign",
  "lead.mark",
  "benefit.read",
  "benefit.write",
  "koc.read",
  "koc.review",
  "share.read",
  "dealer.read",
  "dealer.write",
  "series.write",
  "invitation.issue",
  "link.read",
  "link.make",
  "club.read",
  "owner.read",
  "mall.read",
  "figure.read",
  "export.masked",
  "person.name",
  "person.reveal",
);
const publishing = all(
  "activity.approve",
  "activity.publish",
  "activity.callOff",
  "flow.explain",
  "coupon.redeem",
);

/**
 * Rights of each role, with the reach of each; what is not in it is denied (requirement CO08). The page 权限矩阵 shows
 * this table (requirement CO14).
 */
export const rightsOfRole: Readonly<Record<OperatorRole, RightsOfRole>> = {
  "hq-admin": {
    ...marketing,
    ...publishing,
    ...all("club.decide", "club.group", "owner.review"),
    ...all("mall.product", "mall.stock", "mall.ship"),
    ...all("export.full", "rights.handle", "audit.read"),
  },
  "hq-staff": { ...marketing, ...all("mall.product", "mall.stock", "mall.ship") },
  region: { ...marketing, ...publishing },
  dealer: all(
    "activity.read",
    "flow.read",
    "session.write",
    "signup.read",
    "signup.checkIn",
    "lead.read",
    "lead.mark",
    "benefit.read",
    "coupon.redeem",
    "koc.read",
    "share.read",
    "dealer.read",
    "link.read",
    "link.make",
    "figure.read",
    "person.name",
    "person.reveal",
  ),
  moderator: { ...all("club.read", "club.decide", "club.group"), ...counts("figure.read") },
  service: {
    ...all("activity.read", "flow.read", "dealer.read", "link.read"),
    ...one("signup.read", "signup.write", "lead.read", "benefit.read", "coupon.redeem", "koc.read"),
    ...one("club.read", "owner.read", "mall.read"),
    ...all("person.name", "person.reveal", "rights.handle"),
  },
  finance: all(
    "activity.read",
    "flow.read",
    "benefit.read",
    "dealer.read",
    "mall.read",
    "mall.refund",
    "mall.reconcile",
    "figure.read",
    "export.masked",
  ),
  auditor: {
    ...all(
      "activity.read",
      "flow.read",
      "benefit.read",
      "dealer.read",
      "link.read",
      "mall.read",
      "figure.read",
    ),
    ...counts("signup.read", "lead.read", "koc.read", "club.read", "owner.read"),
    ...all("audit.read", "operator.read", "health.read"),
  },
  sysadmin: all("operator.read", "operator.manage", "setting.write", "health.read"),
};
