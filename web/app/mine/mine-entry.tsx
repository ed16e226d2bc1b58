import * as mineCss from "./mine.module.css";
import type { ComponentType } from "react";
import { Link } from "react-router";
import type { IconProps } from "../../ui/icons/icon.tsx";

type MineEntryProps = { to: string; label: string; EntryIcon: ComponentType<IconProps>; count?: number };

/** One entry of a card on the person's page, with a number if there is something to do. */
export const MineEntry = ({ to, label, EntryIcon, count = 0 }: MineEntryProps) => (
  <Link to={to} prefetch="intent">
    <EntryIcon />
    {label}
    {count > 0 && <span className={mineCss.badge}>{count > 99 ? "99+" : count}</span>}
  </Link>
);
