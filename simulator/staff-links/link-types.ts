import { WEB_BASE } from "#contract/core/web-base.ts";
import type { Product } from "../../server/app.ts";
import type { IssuedStaffLink, LinkableActivity, StaffLinkTexts } from "./page.ts";

export type StaffLinkType = {
  readonly path: string;
  readonly texts: StaffLinkTexts;
  /** null: links for the whole product. */
  readonly candidates: (() => Promise<LinkableActivity[]>) | null;
  readonly links: () => Promise<readonly IssuedStaffLink[]>;
  /** @returns its address below the origin; null: there is no such activity */
  readonly add: (activityId: string) => Promise<string | null>;
  readonly revoke: (linkId: string) => Promise<unknown>;
};

type Ports = Product["modules"];
/** Path of a page with the secret of a link, which browsers do not send. */
const pathOf = (page: string, token: string): string => `${WEB_BASE}${page}#${token}`;

const checkInLinks = ({ checkIns }: Ports): StaffLinkType => ({
  path: "/lab/check-in",
  texts: {
    title: "签到链接",
    text: "门店工作人员凭链接为到店的客人签到报名凭证、核销活动卡券：扫码、输入号码，或在名单里点选。",
    fresh: "新的签到链接",
    sendTo: "发给门店工作人员，在手机上打开。",
  },
  candidates: async () =>
    (await checkIns.listLinkCandidates()).map(({ signed, sent, ...one }) => ({
      ...one,
      amount: `已报名 ${signed} 人${sent > 0 ? ` · 已发 ${sent} 张券` : ""}`,
    })),
  links: () => checkIns.listLinks(),
  add: async (activityId) => pathOf("check-in", await checkIns.addLink({ activityId })),
  revoke: (linkId) => checkIns.revokeLink(linkId),
});

const leadLinks = ({ leads: { desk } }: Ports): StaffLinkType => ({
  path: "/lab/leads",
  texts: {
    title: "跟进链接",
    text: "门店凭链接查看一个活动的预约，逐个拨打并标记结果。",
    fresh: "新的跟进链接",
    sendTo: "发给门店的销售，在手机上打开。",
  },
  candidates: async () =>
    (await desk.linkCandidates()).map(({ leads, ...one }) => ({ ...one, amount: `${leads} 条预约` })),
  links: () => desk.links(),
  add: async (activityId) => pathOf("check-in/leads", await desk.addLink({ activityId })),
  revoke: (linkId) => desk.revoke(linkId),
});

const composeLinks = ({ compose }: Ports): StaffLinkType => ({
  path: "/lab/compose",
  texts: {
    title: "编辑链接",
    text: "凭链接编辑线上活动的页面：增删、移动内容块，边改边预览，保存后立即生效，并可回到任一历史版本。",
    fresh: "新的编辑链接",
    sendTo: "发给负责这个活动的同事，在电脑或手机上打开。",
  },
  candidates: async () =>
    (await compose.linkCandidates()).map(({ blockCount, ...one }) => ({
      ...one,
      amount: `${blockCount} 个内容块`,
    })),
  links: () => compose.links(),
  add: async (activityId) => pathOf("compose", await compose.addLink({ activityId })),
  revoke: (linkId) => compose.revoke(linkId),
});

const complaintLinks = ({ club }: Ports): StaffLinkType => ({
  path: "/lab/complaints",
  texts: {
    title: "投诉处理链接",
    text: "凭链接处理车友圈里被举报的文章、评论、车友和车友会资料：隐藏、停用、清除或驳回。除清除外，处理后可以改判。",
    fresh: "新的处理链接",
    sendTo: "发给负责车友圈的同事，在电脑或手机上打开。",
  },
  candidates: null,
  links: () => club.complaintLinks.list(),
  add: async () => pathOf("club/complaints", await club.complaintLinks.seed()),
  revoke: (linkId) => club.complaintLinks.revoke(linkId),
});

const previewLinks = ({ activities: { previews } }: Ports): StaffLinkType => ({
  path: "/lab/preview",
  texts: {
    title: "预览链接",
    text: "凭链接查看一个活动的页面，活动未发布也能打开；七天内有效，什么都不会提交。",
    fresh: "新的预览链接",
    sendTo: "发给要看这个页面的同事。",
  },
  candidates: async () =>
    (await previews.candidates()).map(({ isPublished, ...one }) => ({
      ...one,
      amount: isPublished ? "已发布" : "草稿",
    })),
  links: () => previews.links(),
  add: async (activityId) => (await previews.add(activityId))?.path ?? null,
  revoke: (linkId) => previews.revoke(linkId),
});

/** Kinds of staff links. */
export const staffLinkTypes = (ports: Ports): StaffLinkType[] => [
  checkInLinks(ports),
  leadLinks(ports),
  composeLinks(ports),
  complaintLinks(ports),
  previewLinks(ports),
];
