import type { OperatorRight, OperatorRole, RightReach } from "#contract/console/rights.ts";
import type { operatorMessages } from "./messages.ts";

export type RightMark = keyof typeof operatorMessages.marks;
/** Column of the matrix: rights behind one letter, which all roles have together or not at all. */
export type RightsArea = {
  readonly id: keyof typeof operatorMessages.areas;
  readonly marks: readonly (readonly [mark: RightMark, ...rights: OperatorRight[]])[];
};

/** All rights by area and letter; each right stands in it once (requirement CO14). */
export const rightsAreas: readonly RightsArea[] = [
  {
    id: "activity",
    marks: [
      ["r", "activity.read", "flow.read"],
      ["w", "activity.write", "flow.write", "page.write", "banner.write"],
      ["A", "activity.approve"],
      ["P", "activity.publish", "activity.callOff"],
      ["x", "flow.explain"],
    ],
  },
  { id: "session", marks: [["w", "session.write"]] },
  {
    id: "signup",
    marks: [
      ["r", "signup.read"],
      ["w", "signup.write"],
      ["c", "signup.checkIn"],
    ],
  },
  {
    id: "lead",
    marks: [
      ["r", "lead.read"],
      ["a", "lead.assign"],
      ["m", "lead.mark"],
    ],
  },
  {
    id: "benefit",
    marks: [
      ["r", "benefit.read"],
      ["w", "benefit.write"],
      ["c", "coupon.redeem"],
    ],
  },
  {
    id: "koc",
    marks: [
      ["r", "koc.read"],
      ["d", "koc.review"],
      ["e", "share.read"],
    ],
  },
  {
    id: "dealer",
    marks: [
      ["r", "dealer.read"],
      ["w", "dealer.write", "series.write"],
    ],
  },
  {
    id: "link",
    marks: [
      ["i", "invitation.issue"],
      ["l", "link.read"],
      ["t", "link.make"],
    ],
  },
  {
    id: "club",
    marks: [
      ["r", "club.read"],
      ["d", "club.decide"],
      ["g", "club.group"],
      ["b", "owner.read"],
      ["u", "owner.review"],
    ],
  },
  {
    id: "mall",
    marks: [
      ["r", "mall.read"],
      ["p", "mall.product"],
      ["s", "mall.stock"],
      ["h", "mall.ship"],
      ["f", "mall.refund"],
      ["k", "mall.reconcile"],
    ],
  },
  {
    id: "figure",
    marks: [
      ["r", "figure.read"],
      ["M", "export.masked"],
      ["F", "export.full"],
    ],
  },
  {
    id: "person",
    marks: [
      ["n", "person.name"],
      ["v", "person.reveal"],
      ["h", "rights.handle"],
    ],
  },
  {
    id: "system",
    marks: [
      ["L", "audit.read"],
      ["o", "operator.read"],
      ["O", "operator.manage"],
      ["S", "setting.write"],
      ["H", "health.read"],
    ],
  },
];

type Reaches = ReadonlyMap<OperatorRight, Readonly<Partial<Record<OperatorRole, RightReach>>>>;

/** Letters of a role in an area, by reach; a letter whose rights differ stands with the narrower reach. */
export const marksOf = (
  reaches: Reaches,
  role: OperatorRole,
  { marks }: RightsArea,
): { mark: RightMark; reach: RightReach }[] =>
  marks.flatMap(([mark, ...rights]) => {
    const held = rights.map((right) => reaches.get(right)?.[role]);
    const [first] = held;
    return first === undefined || held.includes(undefined) ? [] : [{ mark, reach: first }];
  });
