import type { ReactNode } from "react";
import { Illustration, type IllustrationKind } from "../media/illustration.tsx";
import { TitleText } from "../display/title-text.tsx";
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
    <h2 className={textCss.title2}>
      <TitleText text={title} />
    </h2>
    {text && <p className={textCss.preLine}>{text}</p>}
    {children !== undefined && (
      <div className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop6} ${layoutCss.centered}`}>
        {children}
      </div>
    )}
  </div>
);
