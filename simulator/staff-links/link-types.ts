import type { Product } from "../../server/app.ts";
import type { IssuedStaffLink, LinkableActivity, StaffLinkTexts } from "./page.ts";

export type StaffLinkType = {
  readonly path: string;
  /** Page of the app that the link opens. */
  readonly page: string;
  readonly texts: StaffLinkTexts;
  /** null: links for the whole product. */
  readonly candidates: (() => Promise<LinkableActivity[]>) | null;
  readonly links: () => Promise<readonly IssuedStaffLink[]>;
  /** @returns its token */
  readonly add: (activityId: string) => Promise<string>;
  readonly revoke: (linkId: string) => Promise<unknown>;
};

type Ports = Product["modules"];

const checkInLinks = ({ checkIns }: Ports): StaffLinkType => ({
  path: "/lab/check-in",
  page: "check-in",
  texts: {
    title: "签到链接",
    text: "门店工作人员凭链接为到店的客人核销报名凭证和活动卡券：扫码、输入号码，或在名单里点选。",
    fresh: "新的签到链接",
    sendTo: "发给门店工作人员，在手机上打开。",
  },
  candidates: async () =>
    (await checkIns.listLinkCandidates()).map(({ signed, sent, ...one }) => ({
      ...one,
      amount: `已报名 ${signed} 人${sent > 0 ? ` · 已发 ${sent} 张券` : ""}`,
    })),
  links: () => checkIns.listLinks(),
  add: (activityId) => checkIns.addLink({ activityId }),
  revoke: (linkId) => checkIns.revokeLink(linkId),
});

const leadLinks = ({ leads: { desk } }: Ports): StaffLinkType => ({
  path: "/lab/leads",
  page: "check-in/leads",
  texts: {
    title: "跟进链接",
    text: "门店凭链接查看一个活动的意向登记，逐个拨打并标记结果。",
    fresh: "新的跟进链接",
    sendTo: "发给门店的销售，在手机上打开。",
  },
  candidates: async () =>
    (await desk.linkCandidates()).map(({ leads, ...one }) => ({ ...one, amount: `${leads} 条登记` })),
  links: () => desk.links(),
  add: (activityId) => desk.addLink({ activityId }),
  revoke: (linkId) => desk.revoke(linkId),
});

const composeLinks = ({ compose }: Ports): StaffLinkType => ({
  path: "/lab/compose",
  page: "compose",
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
  add: (activityId) => compose.addLink({ activityId }),
  revoke: (linkId) => compose.revoke(linkId),
});

const complaintLinks = ({ club }: Ports): StaffLinkType => ({
  path: "/lab/complaints",
  page: "club/complaints",
  texts: {
    title: "投诉处理链接",
    text: "凭链接处理车友圈里被举报的文章、评论、车友和车友会资料：隐藏、停用、清除或驳回。除清除外，处理后可以改判。",
    fresh: "新的处理链接",
    sendTo: "发给负责车友圈的同事，在电脑或手机上打开。",
  },
  candidates: null,
  links: () => club.complaintLinks.list(),
  add: () => club.complaintLinks.seed(),
  revoke: (linkId) => club.complaintLinks.revoke(linkId),
});

/** Kinds of staff links. */
export const staffLinkTypes = (ports: Ports): StaffLinkType[] => [
  checkInLinks(ports),
  leadLinks(ports),
  composeLinks(ports),
  complaintLinks(ports),
];
