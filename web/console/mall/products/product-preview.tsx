import { useState } from "react";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import { Segments } from "../../kit/controls/segments.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { SidePanel } from "../../kit/overlay/side-panel.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanText } from "../money.ts";
import { fenOf, type ProductFormValues } from "./form-values.ts";
import { productPageMessages } from "./messages.ts";
import * as productsCss from "./products.module.css";

const { preview: texts } = productPageMessages;
const themes = [
  { value: "light", label: texts.light },
  { value: "dark", label: texts.dark },
] as const;

type ProductPreviewProps = {
  values: ProductFormValues;
  /** Id of a product that people can open; null: it is not published. */
  publicId: string | null;
  onClose: () => void;
};

/** The product as the page of the mall shows it, with what is not saved yet. */
export function ProductPreview({ values, publicId, onClose }: ProductPreviewProps) {
  const [theme, setTheme] = useState<"light" | "dark">("light");
  return (
    <SidePanel
      isOver
      title={texts.title}
      onClose={onClose}
      footer={
        publicId !== null && (
          <a
            className={utilityCss.link}
            href={`${WEB_BASE}mall/product/${publicId}`}
            target="_blank"
            rel="noreferrer"
          >
            {texts.open}
          </a>
        )
      }
    >
      <Segments label={texts.theme} options={themes} value={theme} onChange={setTheme} />
      <PhonePage values={values} theme={theme} />
    </SidePanel>
  );
}

function PhonePage({ values, theme }: { values: ProductFormValues; theme: "light" | "dark" }) {
  const { title, subtitle, images, tags, services, options, content, rows } = values;
  const [cover, ...others] = images;
  const cheapest = rows
    .filter(({ isOn, price }) => isOn && price !== null)
    .toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0))[0];
  return (
    <div className={productsCss.phone} data-theme={theme}>
      {cover !== undefined && <img src={pictureUrl(cover, { width: 780, height: 780 })} alt="" />}
      <div className={productsCss.phoneBody}>
        {others.length > 0 && (
          <div className={productsCss.phoneThumbs}>
            {others.map((url) => (
              <img
                key={url}
                src={pictureUrl(url, { width: 112, height: 112 })}
                alt=""
                width={56}
                height={56}
              />
            ))}
          </div>
        )}
        <p className={productsCss.phonePrice}>
          {cheapest === undefined ? texts.noPrice : `¥${yuanText(fenOf(cheapest.price ?? 0))}`}
          {cheapest !== undefined && cheapest.list !== null && <del>¥{yuanText(fenOf(cheapest.list))}</del>}
        </p>
        {cheapest !== undefined && cheapest.owner !== null && (
          <Badge tone="brand">{texts.owner(yuanText(fenOf(cheapest.owner)))}</Badge>
        )}
        <h3 className={productsCss.phoneTitle}>{title || texts.noTitle}</h3>
        {subtitle !== "" && <p className={utilityCss.secondary}>{subtitle}</p>}
        {tags.length > 0 && <Chips words={tags} />}
        {options.map(({ name, values: words }) => (
          <div key={name}>
            <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{name}</p>
            <Chips words={words} />
          </div>
        ))}
        {services.length > 0 && (
          <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{services.join(" · ")}</p>
        )}
        {/* Typed in this form, or sanitised by the server. */}
        <div className={productsCss.phoneContent} dangerouslySetInnerHTML={{ __html: content }} />
      </div>
    </div>
  );
}
const Chips = ({ words }: { words: readonly string[] }) => (
  <div className={productsCss.phoneChips}>
    {words.map((word) => (
      <span key={word}>{word}</span>
    ))}
  </div>
);
