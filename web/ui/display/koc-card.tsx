import * as kocCardCss from "./koc-card.module.css";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { sharingMessages } from "../share/sharing-messages.ts";
import { TitleText } from "./title-text.tsx";
import * as layoutCss from "../styles/layout.module.css";
import * as stateCss from "../styles/state.module.css";
import * as textCss from "../styles/text.module.css";

type KocCardProps = {
  /** Offer of the programme, or the person's progress. */
  title: string;
  /** Friends who helped, and the number needed. */
  progress?: { readonly done: number; readonly goal: number };
  /** Footer: a fact and the next action. */
  children: ReactNode;
};

/** A KOC programme's card, on the activity's page and on its own (mockup 06-online-detail). */
export const KocCard = ({ title, progress, children }: KocCardProps) => (
  <div className={kocCardCss.card}>
    <svg className={kocCardCss.background} viewBox="0 0 40 24" aria-hidden="true">
      <path d="M2 20C9 20 10 4 16 4C21.5 4 22 14 27 14C31 14 32 8 38 8" />
    </svg>
    <div className={`${layoutCss.row} ${layoutCss.gap2}`}>
      <Icon size={20}>
        <path d="M12 4c.8 4.5 3 6.7 7.5 7.5C15 12.3 12.8 14.5 12 19c-.8-4.5-3-6.7-7.5-7.5C9 10.7 11.2 8.5 12 4z" />
      </Icon>
      <span className={`${textCss.small} ${textCss.medium}`}>{sharingMessages.koc}</span>
    </div>
    <h2 className={`${textCss.title2} ${layoutCss.marginTop2}`}>
      <TitleText text={title} />
    </h2>
    {progress && (
      <div className={kocCardCss.progress}>
        <span className={textCss.visuallyHidden}>
          {sharingMessages.kocProgress(progress.done, progress.goal)}
        </span>
        {Array.from({ length: progress.goal }, (_, at) => (
          <i key={at} className={at < progress.done ? stateCss.selected : ""} />
        ))}
      </div>
    )}
    <div className={kocCardCss.footer}>{children}</div>
  </div>
);
