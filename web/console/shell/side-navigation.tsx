import { Link, useLocation } from "react-router";
import type { Brand } from "#contract/core/brand.ts";
import { BrandMark } from "../../ui/layout/logo.tsx";
import { shellMessages } from "./messages.ts";
import { itemOf, type NavigationItem } from "./navigation.ts";
import * as shellCss from "./shell.module.css";

type SideNavigationProps = {
  items: readonly NavigationItem[];
  brand: Pick<Brand, "name" | "latin" | "logo">;
};

/** Menu at the left: 216 px, or a rail of icons below 1024. */
export function SideNavigation({ items, brand }: SideNavigationProps) {
  const { pathname } = useLocation();
  const current = itemOf(items, pathname);
  const link = ({ id, label, icon: ItemIcon, pages }: NavigationItem) => (
    <Link
      key={id}
      to={pages[0]?.path ?? "/"}
      className={shellCss.item}
      title={label}
      aria-current={current?.id === id ? "page" : undefined}
    >
      <ItemIcon size={20} />
      <span>{label}</span>
    </Link>
  );
  const first = items.filter(({ isSecond }) => !isSecond);
  const second = items.filter(({ isSecond }) => isSecond);
  return (
    <aside className={shellCss.side} aria-label={shellMessages.mainNavigation}>
      <div className={shellCss.logo} translate="no">
        <BrandMark logo={brand.logo} />
        <span>
          <span>
            <b>{brand.name}</b>
            <small>{brand.latin}</small>
          </span>
        </span>
      </div>
      <nav aria-label={shellMessages.product}>
        {first.map(link)}
        {first.length > 0 && second.length > 0 && <hr className={shellCss.line} />}
        {second.map(link)}
      </nav>
      <p className={shellCss.footer}>{shellMessages.footer}</p>
    </aside>
  );
}
