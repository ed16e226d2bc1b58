import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { rightNames } from "#contract/console/content/right-names.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import { CalendarStarIcon, InfoIcon, SearchIcon, WarningIcon } from "../../../ui/icons/common-icons.tsx";
import { LockIcon, MobileIcon } from "../../../ui/icons/form-icons.tsx";
import { ConsoleButton, ConsoleLink } from "../controls/console-button.tsx";
import { kitMessages } from "../messages.ts";
import * as stateCss from "./state.module.css";

type StateFrameProps = {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** Way on: one or two buttons. */
  children?: ReactNode;
};

/** State instead of a page's content: fact, reason, way on. */
export const StateFrame = ({ icon, title, text, children }: StateFrameProps) => (
  <div className={stateCss.state}>
    <span className={stateCss.disc}>{icon}</span>
    <h2>{title}</h2>
    {text !== undefined && text !== null && <p>{text}</p>}
    {children !== undefined && <div className={stateCss.actions}>{children}</div>}
  </div>
);

/** There is nothing yet: with the first step. */
export const EmptyPage = ({ icon, ...rest }: Omit<StateFrameProps, "icon"> & { icon?: ReactNode }) => (
  <StateFrame icon={icon ?? <CalendarStarIcon size={20} />} {...rest} />
);

/** The filters find nothing. @param filters the chosen ones: 华东区 · 二手车 */
export const NothingFound = ({ filters, onClear }: { filters?: string; onClear: () => void }) => (
  <StateFrame icon={<SearchIcon size={20} />} title={kitMessages.nothingFound} text={filters}>
    <ConsoleButton onClick={onClear}>{kitMessages.clearFilters}</ConsoleButton>
  </StateFrame>
);

/** The operator lacks the right of the page (406). */
export function NoRight({ right }: { right?: OperatorRight }) {
  const navigate = useNavigate();
  return (
    <StateFrame
      icon={<LockIcon size={20} />}
      title={kitMessages.noRight}
      text={right === undefined ? undefined : kitMessages.noRightText(rightNames[right])}
    >
      <ConsoleButton onClick={() => void navigate(-1)}>{kitMessages.back}</ConsoleButton>
    </StateFrame>
  );
}

/** The thing does not exist, or is out of scope (404); the page does not say which. @param noun 活动 */
export const OutOfScope = ({ noun, list, listName }: { noun: string; list: string; listName?: string }) => (
  <StateFrame
    icon={<InfoIcon size={20} />}
    title={kitMessages.outOfScope(noun)}
    text={kitMessages.outOfScopeText}
  >
    <ConsoleLink to={list}>{listName ?? kitMessages.backToList}</ConsoleLink>
  </StateFrame>
);

/** Nothing could be loaded. */
export const FailedPage = ({
  message,
  requestId,
  onRetry,
}: {
  message: string;
  requestId: string | null;
  onRetry: () => void;
}) => (
  <StateFrame
    icon={<WarningIcon size={20} />}
    title={message}
    text={requestId === null ? undefined : kitMessages.requestNumber(requestId)}
  >
    <ConsoleButton onClick={onRetry}>{kitMessages.retry}</ConsoleButton>
  </StateFrame>
);

/** The window is narrower than 768 px, and the page needs more. */
export const NarrowPage = ({ children }: { children?: ReactNode }) => (
  <StateFrame icon={<MobileIcon size={20} />} title={kitMessages.narrow} text={kitMessages.narrowText}>
    {children}
  </StateFrame>
);
