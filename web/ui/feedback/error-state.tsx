import type { ReactNode } from "react";
import * as contentCss from "../styles/content.module.css";
import * as layoutCss from "../styles/layout.module.css";
import * as textCss from "../styles/text.module.css";
import { TitleText } from "../display/title-text.tsx";

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
    <h1 className={textCss.title1}>
      <TitleText text={title} />
    </h1>
    <p className={textCss.preLine}>{text}</p>
    <div className={contentCss.buttons}>{children}</div>
    {note !== undefined && note !== null && (
      <p className={`${textCss.caption} ${textCss.tertiary} ${layoutCss.marginTop4}`}>{note}</p>
    )}
  </div>
);
