import type { FlowProcessInput } from "#contract/flow/process.ts";
import { formatDate } from "#contract/core/date-text.ts";
import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import type { NewActivity } from "../server/activity/index.ts";
import type { NewProcess } from "../server/flow/index.ts";
import { DAY, timeOnDay } from "./calendar.ts";
import { conceptKeyOf } from "./activity/activity-texts.ts";
import { featuredIds } from "./activity/featured.ts";
import { demoRegions } from "./location/regions.ts";

type Nodes = FlowProcessInput["nodes"];

const owner = { kind: "owner" as const, nodeKey: "owner", name: "认证车主" };

/** Conditions of the featured activities in Shanghai, by name. */
function featuredNodes(activities: readonly NewActivity[], now: number): Readonly<Record<string, Nodes>> {
  const seatsTaken = (name: string): number =>
    activities.find(({ activityId }) => activityId === featuredIds[name])?.taken ?? 0;
  const nightClass = activities.find(({ title }) => title === "直播课：夜路怎么开更安全");
  const second = timeOnDay(startOfShanghaiDay(now) + 3 * DAY, "10:00");
  return {
    morningCoffee: [owner],
    lakeCamp: [
      owner,
      {
        kind: "series",
        nodeKey: "campCar",
        name: "远山、知微、望野车主",
        codes: ["yuanshan", "zhiwei", "wangye"],
        after: ["owner"],
        next: "露营营位只备了这三款车的外放电接口",
      },
    ],
    nightDrive: [
      {
        kind: "step",
        nodeKey: "nightClass",
        name: "夜路安全课",
        ...(nightClass && { activityId: nightClass.activityId }),
        next: "去预约直播课",
      },
    ],
    longTitle: [
      { kind: "window", nodeKey: "second", name: "第二批报名", from: new Date(second).toISOString() },
    ],
    rareName: [
      {
        kind: "quota",
        nodeKey: "early",
        name: "首批名额",
        limit: Math.max(1, seatsTaken("rareName")),
        remark: `首批席位已约满，第二批 ${formatDate(second)} 10:00 开放`,
      },
    ],
  };
}

/** Conditions of an online activity. */
function onlineNodes(activity: NewActivity): Nodes | null {
  const region = demoRegions.find(({ code }) => code === activity.sponsorLevel2);
  switch (conceptKeyOf(activity)) {
    case "region-coupon":
      return region
        ? [{ kind: "region", nodeKey: "region", name: `${region.name}地区`, codes: [region.code] }]
        : null;
    case "energy":
      return [
        owner,
        {
          kind: "field",
          nodeKey: "score",
          name: "驾驶评分",
          field: "drivingScore",
          atLeast: 80,
          after: ["owner"],
          next: "评分每周一更新，平稳驾驶一周后再来",
        },
      ];
    case "essay":
      return isDraft(activity) ? [owner] : null;
    case "ota-beta":
      return [
        owner,
        {
          kind: "field",
          nodeKey: "invitation",
          name: "内测邀请",
          field: "otaInvitation",
          oneOf: ["4.2"],
          after: ["owner"],
          next: "邀请按报名先后分批发出，可致电客服咨询",
        },
      ];
    default:
      return null;
  }
}

/** Whether its process is written but not enabled. */
const isDraft = (activity: NewActivity): boolean =>
  conceptKeyOf(activity) === "essay" && activity.sponsorLevel2 === "VWSA400000";

/** A stored process: all nodes are required before the sign-up. */
const toProcess = (activity: NewActivity, nodes: Nodes): NewProcess => ({
  activityId: activity.activityId,
  process: {
    nodes: [
      ...nodes,
      {
        kind: "step",
        nodeKey: activity.nodeKey,
        name: "报名",
        after: nodes.map(({ nodeKey }) => nodeKey),
      },
    ],
  },
  isEnabled: !isDraft(activity),
});

/**
 * Processes of some activities, so that every response of the flow engine can be seen; all others are open to
 * people with a mobile.
 */
export function demoProcesses(activities: readonly NewActivity[], now: number): NewProcess[] {
  const featured = featuredNodes(activities, now);
  const named = Object.entries(featured).map(([name, nodes]) => [featuredIds[name], nodes] as const);
  const nodesOf = new Map(named);
  return activities.flatMap((activity) => {
    const nodes = nodesOf.get(activity.activityId) ?? onlineNodes(activity);
    return nodes === null ? [] : [toProcess(activity, nodes)];
  });
}
