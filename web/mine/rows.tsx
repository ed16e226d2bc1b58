import { useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import { Link } from "react-router";
import { useUser } from "../platform/login/use-user.ts";
import { useBrand } from "../platform/site.ts";
import { unread } from "../platform/unread.ts";
import type { IconProps } from "../ui/icon.tsx";
import { BellIcon, GearIcon } from "../ui/icons-of-mine.tsx";
import { MobileIcon } from "../ui/icons-of-forms.tsx";
import { CarIcon, PhoneIcon, ShareIcon, TicketIcon } from "../ui/icons-of-things.tsx";
import { ChevronRightIcon, PeopleIcon, PersonIcon } from "../ui/icons.tsx";
import { words } from "./words.ts";

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
    <span className="f1">{label}</span>
    {note !== undefined && <span className="cap c3">{note}</span>}
    <ChevronRightIcon size={16} />
  </>
);

/** What else is the person's own. */
export function Rows() {
  const user = useUser();
  const { servicePhone } = useBrand();
  const news = useSyncExternalStore(unread.subscribe, unread.now, () => 0);
  const bind = async () => (await import("../platform/login/bind-mobile.ts")).bindMobileOrSay();
  return (
    <section className="card">
      {user !== null && user.mobile === null && (
        <button type="button" className="li" onClick={() => void bind()}>
          <Row RowIcon={MobileIcon} label={words.rows.bind} note={words.rows.bindNote} />
        </button>
      )}
      <Link className="li" to={"/mine/coupons"} prefetch="intent">
        <Row RowIcon={TicketIcon} label={words.rows.coupons} />
      </Link>
      <Link className="li" to="/mine/shares" prefetch="intent">
        <Row RowIcon={ShareIcon} label={words.rows.shares} />
      </Link>
      <Link className="li" to="/club/member/me" prefetch="intent">
        <Row RowIcon={PeopleIcon} label={words.rows.club} note={words.rows.clubNote} />
      </Link>
      <Link className="li" to="/club/notices" prefetch="intent">
        <Row
          RowIcon={BellIcon}
          label={words.rows.notices}
          {...(news > 0 && { note: <b className="mi-new">{words.rows.noticesNew(news)}</b> })}
        />
      </Link>
      <Link className="li" to={"/mine/leads"} prefetch="intent">
        <Row RowIcon={PersonIcon} label={words.rows.leads} note={words.rows.leadsNote} />
      </Link>
      <Link className="li" to="/mine/owner" prefetch="intent">
        <Row
          RowIcon={CarIcon}
          label={words.owner}
          note={user?.owner ? words.rows.isOwner : words.rows.ownerNote}
        />
      </Link>
      <Link className="li" to="/mine/account" prefetch="intent">
        <Row RowIcon={GearIcon} label={words.rows.account} />
      </Link>
      <a className="li" href={`tel:${servicePhone}`}>
        <Row RowIcon={PhoneIcon} label={words.rows.service} note={servicePhone} />
      </a>
    </section>
  );
}
