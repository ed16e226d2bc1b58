import type { ReactNode } from "react";
import { Illustration, type IllustrationKind } from "../media/illustration.tsx";
import * as contentCss from "../styles/content.module.css";
import * as layoutCss from "../styles/layout.module.css";
import * as textCss from "../styles/text.module.css";

/** Empty part of a page: a drawing, one fact and the next action. */
export const EmptyState = ({
  art = "road",
  title,
  text,
  children,
}: {
  art?: IllustrationKind;
  title: string;
  text?: string;
  /** Buttons for the next action. */
  children?: ReactNode;
}) => (
  <div className={contentCss.empty}>
    <Illustration kind={art} />
    <h2 className={textCss.title2}>{title}</h2>
    {text && <p className={textCss.preLine}>{text}</p>}
    {children !== undefined && (
      <div className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop6} ${layoutCss.centered}`}>
        {children}
      </div>
    )}
  </div>
);

/** Error of a whole page (mockups 14-*); contains the page's heading. */
export const ErrorState = ({
  art,
  title,
  text,
  note,
  children,
}: {
  art: ReactNode;
  title: string;
  text: string;
  /** Small print for support, for example the request id. */
  note?: string | null;
  children: ReactNode;
}) => (
  <div className={contentCss.errorState}>
    {art}
    <h1 className={textCss.title1}>{title}</h1>
    <p className={textCss.preLine}>{text}</p>
    <div className={contentCss.buttons}>{children}</div>
    {note !== undefined && note !== null && (
      <p className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.marginTop4}`}>{note}</p>
    )}
  </div>
);
