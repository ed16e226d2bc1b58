import type { ReactNode } from "react";
import type { Brand } from "#contract/core/brand.ts";
import { uiMessages } from "../messages.ts";
import { deskMessages } from "./desk-messages.ts";
import { BrandMark } from "./logo.tsx";
import { TitleText } from "../display/title-text.tsx";
import * as controlsCss from "../styles/controls.module.css";
import * as deskScreenCss from "./desk-screen.module.css";
import * as frameCss from "../styles/frame.module.css";
import * as textCss from "../styles/text.module.css";

type DeskScreenProps = {
  brand: Brand;
  title: string;
  /** Place or activity of the link, once it is known. */
  place?: string | undefined;
  /** Name of the person who works, and the end of the work; null until the name is known. */
  person?: { readonly name: string; readonly leave: () => void } | null;
  children?: ReactNode;
};

/** Frame of the pages for staff: a header with place, person and end of work, without the shop's navigation. */
export const DeskScreen = ({ brand, title, place, person = null, children }: DeskScreenProps) => (
  <>
    <a className={frameCss.skipLink} href="#main">
      {uiMessages.skip}
    </a>
    <header className={deskScreenCss.header}>
      <div className={deskScreenCss.inner}>
        <span className={`${frameCss.logo} ${deskScreenCss.mark}`}>
          <BrandMark logo={brand.logo} />
        </span>
        <div className={deskScreenCss.heading}>
          <h1 className={textCss.title3}>
            <TitleText text={title} />
          </h1>
          {place !== undefined && (
            <p className={`${textCss.caption} ${textCss.tertiary} ${textCss.ellipsis}`}>{place}</p>
          )}
        </div>
        {person !== null && (
          <>
            <span className={`${textCss.small} ${textCss.ellipsis} ${deskScreenCss.person}`} dir="auto">
              {person.name}
            </span>
            <button
              type="button"
              className={`${controlsCss.link} ${deskScreenCss.leave}`}
              onClick={person.leave}
            >
              {deskMessages.leave}
            </button>
          </>
        )}
      </div>
    </header>
    <main id="main" className={`${frameCss.page} ${deskScreenCss.main}`}>
      {children}
    </main>
  </>
);
