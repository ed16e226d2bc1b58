import { useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import { Link } from "react-router";
import { useUser } from "../../platform/session/use-user.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { clubUnreadCount } from "../../platform/notifications/unread-count.ts";
import type { IconProps } from "../../ui/icons/icon.tsx";
import { BellIcon, GearIcon } from "../../ui/icons/profile-icons.tsx";
import { MobileIcon } from "../../ui/icons/form-icons.tsx";
import { CarIcon, PhoneIcon, ShareIcon, TicketIcon } from "../../ui/icons/detail-icons.tsx";
import { ChevronRightIcon, PeopleIcon, PersonIcon } from "../../ui/icons/common-icons.tsx";
import { mineMessages } from "./messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as mineCss from "./mine.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const Row = ({
  RowIcon,
  label,
  note,
}: {
  RowIcon: ComponentType<IconProps>;
  label: string;
  note?: ReactNode;
}) => (
  <>
    <RowIcon />
    <span className={layoutCss.grow}>{label}</span>
    {note !== undefined && <span className={`${textCss.caption} ${textCss.tertiary}`}>{note}</span>}
    <ChevronRightIcon size={16} />
  </>
);

/** Links to the person's other pages, with the number of unread club notices. */
export function MineMenu() {
  const user = useUser();
  const { servicePhone } = useBrand();
  const news = useSyncExternalStore(clubUnreadCount.subscribe, clubUnreadCount.get, () => 0);
  const bind = async () => (await import("../../platform/login/bind-mobile.ts")).startMobileBindingOrToast();
  return (
    <section className={contentCss.card}>
      {user !== null && user.mobile === null && (
        <button type="button" className={contentCss.listRow} onClick={() => void bind()}>
          <Row RowIcon={MobileIcon} label={mineMessages.rows.bind} note={mineMessages.rows.bindNote} />
        </button>
      )}
      <Link className={contentCss.listRow} to={"/mine/coupons"} prefetch="intent">
        <Row RowIcon={TicketIcon} label={mineMessages.rows.coupons} />
      </Link>
      <Link className={contentCss.listRow} to="/mine/shares" prefetch="intent">
        <Row RowIcon={ShareIcon} label={mineMessages.rows.shares} />
      </Link>
      <Link className={contentCss.listRow} to="/club/member/me" prefetch="intent">
        <Row RowIcon={PeopleIcon} label={mineMessages.rows.club} note={mineMessages.rows.clubNote} />
      </Link>
      <Link className={contentCss.listRow} to="/club/notices" prefetch="intent">
        <Row
          RowIcon={BellIcon}
          label={mineMessages.rows.notices}
          {...(news > 0 && { note: <b className={mineCss.unread}>{mineMessages.rows.noticesNew(news)}</b> })}
        />
      </Link>
      <Link className={contentCss.listRow} to={"/mine/leads"} prefetch="intent">
        <Row RowIcon={PersonIcon} label={mineMessages.rows.leads} note={mineMessages.rows.leadsNote} />
      </Link>
      <Link className={contentCss.listRow} to="/mine/owner" prefetch="intent">
        <Row
          RowIcon={CarIcon}
          label={mineMessages.owner}
          note={user?.owner ? mineMessages.rows.isOwner : mineMessages.rows.ownerNote}
        />
      </Link>
      <Link className={contentCss.listRow} to="/mine/account" prefetch="intent">
        <Row RowIcon={GearIcon} label={mineMessages.rows.account} />
      </Link>
      <a className={contentCss.listRow} href={`tel:${servicePhone}`}>
        <Row RowIcon={PhoneIcon} label={mineMessages.rows.service} note={servicePhone} />
      </a>
    </section>
  );
}
