import type { ComponentType } from "react";
import type { OperatorRight, RightReach } from "#contract/console/rights.ts";
import type { IconProps } from "../../ui/icons/icon.tsx";
import { BagIcon, CalendarStarIcon, PeopleIcon, PersonIcon, PinIcon } from "../../ui/icons/common-icons.tsx";
import { TicketIcon } from "../../ui/icons/detail-icons.tsx";
import {
  ChartIcon,
  CommunityIcon,
  DocumentIcon,
  DownloadIcon,
  SparkIcon,
  SystemIcon,
  TrendIcon,
} from "../kit/controls/console-icons.tsx";
import { shellMessages } from "./messages.ts";
import type { ConsoleSession } from "./session-context.tsx";

type NeededRight = readonly [right: OperatorRight, least: RightReach];
/** Page of the console by its path below /console; shown to who has one of the rights, once its route exists. */
type NavigationPage = {
  readonly path: string;
  readonly label: string;
  readonly rights: readonly NeededRight[];
};
/** Item of the menu: an area with one page, or with several as tabs. */
export type NavigationItem = {
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** Second key of the shortcut `g …`. */
  readonly key: string;
  /** Below the line of the menu. */
  readonly isSecond: boolean;
  readonly pages: readonly NavigationPage[];
};

const { navigation: names, tabs } = shellMessages;
const page = (path: string, label: string, ...rights: NeededRight[]): NavigationPage => ({
  path,
  label,
  rights,
});

/** The menu in its order, each area with its pages. */
const navigationItems: readonly NavigationItem[] = [
  {
    id: "dashboard",
    label: names.dashboard,
    icon: ChartIcon,
    key: "d",
    isSecond: false,
    pages: [page("/dashboard", names.dashboard, ["figure.read", "counts"])],
  },
  {
    id: "activities",
    label: names.activities,
    icon: CalendarStarIcon,
    key: "a",
    isSecond: false,
    pages: [
      page("/activities", names.activities, ["activity.read", "list"]),
      page("/banners", tabs.banners, ["banner.write", "list"]),
      page("/invitations", tabs.invitations, ["invitation.issue", "list"]),
      page("/links", tabs.links, ["link.read", "list"]),
    ],
  },
  {
    id: "guests",
    label: names.guests,
    icon: PeopleIcon,
    key: "s",
    isSecond: false,
    pages: [
      page("/guests", tabs.guests, ["signup.read", "one"]),
      page("/waitlist", tabs.waitlist, ["signup.read", "list"]),
      page("/leads", tabs.leads, ["lead.read", "one"]),
      page("/arrivals", tabs.arrivals, ["signup.read", "list"]),
    ],
  },
  {
    id: "benefits",
    label: names.benefits,
    icon: TicketIcon,
    key: "b",
    isSecond: false,
    pages: [
      page("/benefits", tabs.benefits, ["benefit.read", "list"]),
      page("/coupons", tabs.coupons, ["benefit.read", "one"]),
      page("/deliveries", tabs.deliveries, ["benefit.read", "list"]),
      page("/koc", tabs.koc, ["koc.read", "one"]),
      page("/shares", tabs.shares, ["share.read", "list"]),
    ],
  },
  {
    id: "orders",
    label: names.orders,
    icon: BagIcon,
    key: "o",
    isSecond: false,
    pages: [
      page("/orders", tabs.orders, ["mall.read", "one"]),
      page("/products", tabs.products, ["mall.read", "list"]),
      page("/after-sales", tabs.afterSales, ["mall.read", "list"]),
      page("/reconciliation", tabs.reconciliation, ["mall.reconcile", "list"]),
    ],
  },
  {
    id: "club",
    label: names.club,
    icon: CommunityIcon,
    key: "c",
    isSecond: false,
    pages: [
      page("/complaints", tabs.complaints, ["club.read", "one"]),
      page("/complaints/decided", tabs.decidedComplaints, ["club.read", "list"]),
      page("/hidden", tabs.hidden, ["club.read", "list"]),
      page("/barred", tabs.barred, ["club.read", "list"]),
      page("/words", tabs.words, ["club.read", "list"]),
      page("/moderation", tabs.moderation, ["club.read", "counts"]),
      page("/groups", tabs.groups, ["club.read", "list"]),
      page("/owners", tabs.owners, ["owner.read", "counts"]),
    ],
  },
  {
    id: "dealers",
    label: names.dealers,
    icon: PinIcon,
    key: "m",
    isSecond: false,
    pages: [
      page("/dealers", tabs.dealers, ["dealer.read", "list"]),
      page("/series", tabs.series, ["dealer.read", "list"]),
    ],
  },
  {
    id: "brand",
    label: names.brand,
    icon: SparkIcon,
    key: "t",
    isSecond: false,
    pages: [page("/brand", names.brand, ["activity.read", "list"], ["club.read", "list"])],
  },
  {
    id: "analysis",
    label: names.analysis,
    icon: TrendIcon,
    key: "f",
    isSecond: true,
    pages: [page("/analysis", names.analysis, ["figure.read", "list"])],
  },
  {
    id: "exports",
    label: names.exports,
    icon: DownloadIcon,
    key: "e",
    isSecond: true,
    pages: [page("/exports", names.exports, ["export.masked", "list"])],
  },
  {
    id: "rights-requests",
    label: names.rightsRequests,
    icon: PersonIcon,
    key: "p",
    isSecond: true,
    pages: [page("/rights-requests", names.rightsRequests, ["rights.handle", "list"])],
  },
  {
    id: "audit",
    label: names.audit,
    icon: DocumentIcon,
    key: "l",
    isSecond: true,
    pages: [page("/audit", names.audit, ["audit.read", "list"])],
  },
  {
    id: "system",
    label: names.system,
    icon: SystemIcon,
    key: "y",
    isSecond: true,
    pages: [
      page("/system/health", tabs.health, ["health.read", "list"]),
      page("/system/operators", tabs.operators, ["operator.read", "list"]),
      page("/system/rights", tabs.rights, ["operator.read", "list"]),
      page("/system/settings", tabs.settings, ["setting.write", "list"]),
    ],
  },
];

/** Items with the pages that exist and that the operator may see; others are left out (requirement CO13). */
export const itemsFor = (
  { may }: Pick<ConsoleSession, "may">,
  paths: ReadonlySet<string>,
): readonly NavigationItem[] =>
  navigationItems.flatMap((item) => {
    const pages = item.pages.filter(
      ({ path, rights }) => paths.has(path) && rights.some(([right, least]) => may(right, least)),
    );
    return pages.length === 0 ? [] : [{ ...item, pages }];
  });

/** The item to which a path belongs, also that of a thing's page below it. */
export const itemOf = (items: readonly NavigationItem[], pathname: string): NavigationItem | undefined =>
  items.find(({ pages }) => pages.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`)));
