import type { ReactNode } from "react";
import * as blocksCss from "./blocks.module.css";
import * as contentCss from "../ui/styles/content.module.css";
import * as textCss from "../ui/styles/text.module.css";
import { TitleText } from "../ui/display/title-text.tsx";

type TitledCardProps = { title?: string | undefined; remark?: string; children: ReactNode };

/** Card of a block with an optional heading. */
export const TitledCard = ({ title, remark = "", children }: TitledCardProps) => (
  <section className={`${contentCss.panel} ${blocksCss.block}`}>
    {title !== undefined && (
      <h2>
        <TitleText text={title} />
      </h2>
    )}
    {remark !== "" && <p className={`${textCss.small} ${textCss.secondary} ${blocksCss.remark}`}>{remark}</p>}
    {children}
  </section>
);
