import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Todo } from "#contract/console/figure-live.ts";
import {
  BagIcon,
  CalendarStarIcon,
  ChevronRightIcon,
  PeopleIcon,
  WarningIcon,
} from "../../../ui/icons/common-icons.tsx";
import { ClockIcon, ShareIcon, TicketIcon } from "../../../ui/icons/detail-icons.tsx";
import { TruckIcon } from "../../../ui/icons/mall-icons.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import { groupDigits } from "../../kit/chart/chart-spec.ts";
import { Panel } from "../../kit/layout/page-layout.tsx";
import { useShownPaths } from "../../shell/index.ts";
import { ageText } from "../figure-text.ts";
import * as figureCss from "../figure.module.css";
import * as panelCss from "./panels.module.css";
import { figurePageMessages as texts } from "../messages.ts";

type Look = {
  readonly icon: ReactNode;
  readonly tone: "error" | "warn" | "mute";
  /** Page of the list, with its filter. */
  readonly path: string;
  readonly query: string;
};
const looks: Readonly<Record<Todo["kind"], Look>> = {
  overdueLeads: { icon: <ClockIcon size={20} />, tone: "error", path: "/leads", query: "sla=overdue" },
  unassignedLeads: {
    icon: <PeopleIcon size={20} />,
    tone: "warn",
    path: "/leads",
    query: "state=unassigned",
  },
  kocReviews: { icon: <ShareIcon size={20} />, tone: "warn", path: "/koc", query: "state=waiting&ready=yes" },
  complaints: { icon: <WarningIcon size={20} />, tone: "warn", path: "/complaints", query: "" },
  fullSessions: { icon: <PeopleIcon size={20} />, tone: "mute", path: "/waitlist", query: "" },
  lowStock: { icon: <BagIcon size={20} />, tone: "mute", path: "/products", query: "stock=low" },
  failingCoupons: { icon: <TicketIcon size={20} />, tone: "error", path: "/deliveries", query: "" },
  refunds: { icon: <BagIcon size={20} />, tone: "warn", path: "/after-sales", query: "queue=waiting" },
  afterSales: { icon: <BagIcon size={20} />, tone: "warn", path: "/after-sales", query: "queue=asked" },
  lateOrders: { icon: <TruckIcon size={20} />, tone: "error", path: "/orders", query: "state=paid" },
  refusedPlans: { icon: <CalendarStarIcon size={20} />, tone: "error", path: "/activities", query: "" },
};

/** The oldest, or the worst, of what waits. @param now ms */
function detailOf({ kind, since, other, name }: Todo, now: number): string {
  const age = since === null ? null : ageText(since, now);
  const parts = [
    age !== null && (kind === "overdueLeads" ? texts.overdueSince(age) : texts.waitingSince(age)),
    kind === "overdueLeads" && other !== null && other > 0 && texts.ofDealers(other),
    kind === "fullSessions" && other !== null && texts.onWaitlist(other),
    kind === "lowStock" && other !== null && name !== null && texts.unitsLeft(name, other),
    kind !== "lowStock" && name,
  ];
  return parts.filter((part) => typeof part === "string" && part !== "").join(" · ");
}

const tones = { error: panelCss.todoError, warn: panelCss.todoWarn, mute: null };

const TodoRow = ({ todo, now, isLink }: { todo: Todo; now: number; isLink: boolean }) => {
  const { icon, tone, path, query } = looks[todo.kind];
  const detail = detailOf(todo, now);
  const content = (
    <>
      <span className={classNames(panelCss.todoIcon, tones[tone])}>{icon}</span>
      <span className={panelCss.todoText}>
        {texts.todos[todo.kind]}
        {detail !== "" && <small>{detail}</small>}
      </span>
      <b>{groupDigits(todo.count)}</b>
      {isLink && <ChevronRightIcon size={16} />}
    </>
  );
  return (
    <li>
      {isLink ? (
        <Link to={query === "" ? path : `${path}?${query}`}>{content}</Link>
      ) : (
        <span className={panelCss.todoPlain}>{content}</span>
      )}
    </li>
  );
};

type TodoPanelProps = {
  todos: readonly Todo[];
  /** Moment of the numbers, ms. */
  now: number;
};

/** 待办: what waits for somebody, each with the way to its list. */
export function TodoPanel({ todos, now }: TodoPanelProps) {
  const paths = useShownPaths();
  const waiting = todos.filter(({ count }) => count > 0);
  return (
    <Panel title={texts.todo}>
      {waiting.length === 0 ? (
        <p className={figureCss.none}>{texts.todoDone}</p>
      ) : (
        <ul className={panelCss.todos}>
          {waiting.map((todo) => (
            <TodoRow key={todo.kind} todo={todo} now={now} isLink={paths.has(looks[todo.kind].path)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
