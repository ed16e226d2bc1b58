import type { ReactNode } from "react";
import { Illustration, type IllustrationKind } from "../media/illustration.tsx";
import * as contentCss from "../styles/content.module.css";
import * as layoutCss from "../styles/layout.module.css";
import * as textCss from "../styles/text.module.css";

/** Nothing to show in a part of a page: a picture, one line of fact, a way out. */
export const EmptyState = ({
  art = "road",
  title,
  text,
  children,
}: {
  art?: IllustrationKind;
  title: string;
  text?: string;
  /** Buttons: the ways out. */
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

/** A whole page that could not be shown (mockups 14-*); it has the page's heading. */
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
  /** Small print for support, for example the request's number. */
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
