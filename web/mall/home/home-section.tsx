import type { ReactNode } from "react";
import { Link } from "react-router";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { mallMessages } from "../messages.ts";

type HomeSectionProps = {
  title: string;
  note?: ReactNode;
  /** Address of the whole list; missing: there is none. */
  to?: string;
  children: ReactNode;
};

/** A section of the home with its heading and a link to the whole list. */
export const HomeSection = ({ title, note, to, children }: HomeSectionProps) => (
  <section className={contentCss.section}>
    <div className={contentCss.sectionHead}>
      <div>
        <h2 className={textCss.title2}>{title}</h2>
        {note !== undefined && <p className={contentCss.subtitle}>{note}</p>}
      </div>
      {to !== undefined && (
        <Link
          className={controlsCss.link}
          to={to}
          prefetch="intent"
          aria-label={`${title}，${mallMessages.all}`}
        >
          {mallMessages.all}
          <ChevronRightIcon size={16} />
        </Link>
      )}
    </div>
    {children}
  </section>
);
