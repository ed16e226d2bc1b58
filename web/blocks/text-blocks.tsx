import type { BlockOf } from "#contract/blocks/blocks.ts";
import { ChevronDownIcon } from "../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { TitledCard } from "./titled-card.tsx";
import { TitleText } from "../ui/display/title-text.tsx";
import * as blocksCss from "./blocks.module.css";
import * as detailCss from "../ui/styles/detail.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** Full-width picture with a sentence over it. */
export const HeroBlock = ({ block: { url, title, subtitle } }: { block: BlockOf<"hero"> }) => (
  <section className={blocksCss.hero}>
    <ResponsivePicture
      url={url}
      width={750}
      height={500}
      widths={[500, 750, 1000, 1500]}
      sizes="(min-width: 1024px) 720px, 100vw"
    />
    <div className={blocksCss.text}>
      <h2>
        <TitleText text={title} />
      </h2>
      {subtitle !== "" && <p>{subtitle}</p>}
    </div>
  </section>
);

/** Rich text, sanitised by the server when it was stored. */
export const TextBlock = ({ block: { title, html } }: { block: BlockOf<"text"> }) => (
  <TitledCard title={title}>
    <div className={detailCss.richText} dangerouslySetInnerHTML={{ __html: html }} />
  </TitledCard>
);

export const AgendaBlock = ({ block: { title, items } }: { block: BlockOf<"agenda"> }) => (
  <TitledCard title={title}>
    <ol className={detailCss.agenda}>
      {items.map(({ time, title: what, remark }) => (
        <li key={`${time} ${what}`}>
          <b>{time}</b>
          <div>
            <p className={textCss.medium}>{what}</p>
            {remark !== "" && <p className={`${textCss.small} ${textCss.secondary}`}>{remark}</p>}
          </div>
        </li>
      ))}
    </ol>
  </TitledCard>
);

/** Questions and answers as native disclosure elements. */
export const FaqBlock = ({ block: { title, items } }: { block: BlockOf<"faq"> }) => (
  <TitledCard title={title}>
    <div className={blocksCss.questions}>
      {items.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            <span className={textCss.medium}>{question}</span>
            <ChevronDownIcon size={20} />
          </summary>
          <p className={`${textCss.small} ${textCss.secondary} ${textCss.preLine}`}>{answer}</p>
        </details>
      ))}
    </div>
  </TitledCard>
);

export const PeopleBlock = ({ block: { title, people } }: { block: BlockOf<"people"> }) => (
  <TitledCard title={title}>
    <ul className={blocksCss.people}>
      {people.map(({ name, role, remark, avatarUrl }) => (
        <li key={name}>
          {avatarUrl === undefined ? (
            <span className={blocksCss.avatar} aria-hidden="true">
              {[...name][0]}
            </span>
          ) : (
            <span className={blocksCss.avatar}>
              <ResponsivePicture url={avatarUrl} width={48} height={48} />
            </span>
          )}
          <div className={layoutCss.grow}>
            <p className={textCss.medium}>{name}</p>
            {role !== "" && <p className={`${textCss.caption} ${textCss.tertiary}`}>{role}</p>}
            {remark !== "" && (
              <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`}>{remark}</p>
            )}
          </div>
        </li>
      ))}
    </ul>
  </TitledCard>
);
