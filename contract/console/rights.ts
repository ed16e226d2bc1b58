/**
 * Rights of operators, `area.verb` (requirement CO08). A right that no role has is denied to everybody; the table role ×
 * right is in server/console/rights.ts.
 */
export const operatorRightNames = [
  "activity.read",
  "activity.write",
  "activity.approve",
  "activity.publish",
  "activity.callOff",
  "session.write",
  "signup.read",
  "signup.write",
  "signup.checkIn",
  "lead.read",
  "lead.assign",
  "lead.mark",
  "benefit.read",
  "benefit.write",
  "coupon.redeem",
  "koc.read",
  "koc.review",
  "share.read",
  "flow.read",
  "flow.write",
  "flow.explain",
  "page.write",
  "banner.write",
  "dealer.read",
  "dealer.write",
  "series.write",
  "invitation.issue",
  "link.read",
  "link.make",
  "club.read",
  "club.decide",
  "club.group",
  "owner.read",
  "owner.review",
  "mall.read",
  "mall.product",
  "mall.stock",
  "mall.ship",
  "mall.refund",
  "mall.reconcile",
  "figure.read",
  "export.masked",
  "export.full",
  "person.name",
  "person.reveal",
  "rights.handle",
  "audit.read",
  "operator.read",
  "operator.manage",
  "setting.write",
  "health.read",
] as const;
export type OperatorRight = (typeof operatorRightNames)[number];

/** Roles of operators with their names on the screen. */
export const operatorRoles = {
  "hq-admin": "总部管理员",
  "hq-staff": "总部运营",
  region: "区域运营",
  dealer: "门店",
  moderator: "车友圈审核",
  service: "客服",
  finance: "财务",
  auditor: "审计",
  sysadmin: "系统管理员",
} as const;
export type OperatorRole = keyof typeof operatorRoles;
export const operatorRoleNames = Object.keys(operatorRoles) as OperatorRole[];

/**
 * How far a right reaches: all rows in scope, the rows of one person who was found by number or code, or counts without
 * rows.
 */
export const rightReaches = ["counts", "one", "list"] as const;
export type RightReach = (typeof rightReaches)[number];
