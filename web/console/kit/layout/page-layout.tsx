import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as utilityCss from "../styles/utility.module.css";
import * as layoutCss from "./layout.module.css";

type PageTab = {
  readonly to: string;
  readonly label: string;
  readonly count?: string | number;
  /** The count needs attention. */
  readonly isAlert?: boolean;
};

type PageHeadProps = {
  /** Accessible name of the tabs: 页内. */
  label?: string;
  tabs?: readonly PageTab[];
  /** Instead of tabs: state and next step of a thing. */
  children?: ReactNode;
  /** Buttons at the right; one primary at most. */
  actions?: ReactNode;
};

/** Line below the shell's head: tabs of the page's area, and its acts. */
export const PageHead = ({ label, tabs, children, actions }: PageHeadProps) => (
  <div className={classNames(layoutCss.head, tabs && layoutCss.tabbed)}>
    {tabs && (
      <nav className={layoutCss.tabs} aria-label={label}>
        {tabs.map(({ to, label: text, count, isAlert }) => (
          <NavLink key={to} to={to} end className={layoutCss.tab}>
            {text}
            {count !== undefined && (
              <span className={classNames(layoutCss.count, isAlert === true && layoutCss.alert)}>
                {count}
              </span>
            )}
          </NavLink>
        ))}
      </nav>
    )}
    {children}
    {actions !== undefined && <div className={layoutCss.actions}>{actions}</div>}
  </div>
);

/** Content of a page, below its head. */
export const PageMain = ({ children }: { children: ReactNode }) => (
  <div className={classNames(layoutCss.main, utilityCss.stack)}>{children}</div>
);

/** Content with a narrow column at its right, which comes below it on narrow windows. */
export const WithAside = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className={utilityCss.withAside}>
    <div className={utilityCss.stack}>{children}</div>
    <div className={utilityCss.stack}>{aside}</div>
  </div>
);

type PanelProps = {
  title?: ReactNode;
  /** Beside the title. */
  hint?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** A line below the title, for tables and lists. */
  isLined?: boolean;
  /** Without room at the edges: a table fills the panel. */
  isFlush?: boolean;
  children?: ReactNode;
};

/** Card with a title. */
export const Panel = ({ title, hint, actions, isLined = false, isFlush = false, children }: PanelProps) => (
  <section className={utilityCss.panel}>
    {title !== undefined && (
      <div className={classNames(layoutCss.panelHead, isLined && layoutCss.lined)}>
        <h2 className={utilityCss.title}>{title}</h2>
        {hint !== undefined && (
          <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>{hint}</span>
        )}
        {actions !== undefined && <div className={layoutCss.actions}>{actions}</div>}
      </div>
    )}
    {isFlush ? (
      children
    ) : (
      <div
        className={classNames(
          title === undefined ? utilityCss.padded : layoutCss.panelBody,
          isLined && layoutCss.lined,
        )}
      >
        {children}
      </div>
    )}
  </section>
);
