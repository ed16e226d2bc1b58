import type { BlockOf } from "#contract/blocks/blocks.ts";
import { ChevronDownIcon } from "../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { TitledCard } from "./titled-card.tsx";

/** A picture across the page with a sentence over it. */
export const HeroBlock = ({ block: { url, title, subtitle } }: { block: BlockOf<"hero"> }) => (
  <section className="bk-hero">
    <ResponsivePicture
      url={url}
      width={750}
      height={500}
      widths={[500, 750, 1000, 1500]}
      sizes="(min-width: 1024px) 720px, 100vw"
    />
    <div className="tx">
      <h2>{title}</h2>
      {subtitle !== "" && <p>{subtitle}</p>}
    </div>
  </section>
);

/** Rich text, sanitised by the server when it was stored. */
export const TextBlock = ({ block: { title, html } }: { block: BlockOf<"text"> }) => (
  <TitledCard title={title}>
    <div className="rich" dangerouslySetInnerHTML={{ __html: html }} />
  </TitledCard>
);

export const AgendaBlock = ({ block: { title, items } }: { block: BlockOf<"agenda"> }) => (
  <TitledCard title={title}>
    <ol className="agenda">
      {items.map(({ time, title: what, remark }) => (
        <li key={`${time} ${what}`}>
          <b>{time}</b>
          <div>
            <p className="md">{what}</p>
            {remark !== "" && <p className="bs c2">{remark}</p>}
          </div>
        </li>
      ))}
    </ol>
  </TitledCard>
);

/** Questions that open by the browser itself. */
export const FaqBlock = ({ block: { title, items } }: { block: BlockOf<"faq"> }) => (
  <TitledCard title={title}>
    <div className="bk-faq">
      {items.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            <span className="md">{question}</span>
            <ChevronDownIcon size={20} />
          </summary>
          <p className="bs c2 pre">{answer}</p>
        </details>
      ))}
    </div>
  </TitledCard>
);

export const PeopleBlock = ({ block: { title, people } }: { block: BlockOf<"people"> }) => (
  <TitledCard title={title}>
    <ul className="bk-people">
      {people.map(({ name, role, remark, avatarUrl }) => (
        <li key={name}>
          {avatarUrl === undefined ? (
            <span className="av" aria-hidden="true">
              {[...name][0]}
            </span>
          ) : (
            <span className="av">
              <ResponsivePicture url={avatarUrl} width={48} height={48} />
            </span>
          )}
          <div className="f1">
            <p className="md">{name}</p>
            {role !== "" && <p className="cap c3">{role}</p>}
            {remark !== "" && <p className="bs c2 mt1">{remark}</p>}
          </div>
        </li>
      ))}
    </ul>
  </TitledCard>
);
