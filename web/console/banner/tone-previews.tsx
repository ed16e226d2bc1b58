import type { BannerFields } from "#contract/console/content/banners.ts";
import { pictureUrl } from "../../platform/picture/picture-url.ts";
import * as bannerCss from "./banner.module.css";
import { bannerTexts } from "./messages.ts";

const { form: texts } = bannerTexts;
const tones = ["light", "dark"] as const;

type TonePreviewsProps = {
  banner: Pick<BannerFields, "position" | "imageUrl" | "title" | "subtitle" | "action">;
  value: BannerFields["tone"];
  onChange: (tone: BannerFields["tone"]) => void;
};

/** The banner in both tones, cropped as on the site; choosing one sets the tone. */
export const TonePreviews = ({ banner, value, onChange }: TonePreviewsProps) => (
  <div className={bannerCss.pictures} role="radiogroup" aria-label={texts.tone}>
    {tones.map((tone) => (
      <label key={tone} className={bannerCss.tone}>
        <input
          type="radio"
          name="tone"
          aria-label={texts.tones[tone]}
          checked={value === tone}
          onChange={() => onChange(tone)}
        />
        <span className={bannerCss.frame} data-position={banner.position} data-tone={tone}>
          {banner.imageUrl === "" ? null : (
            <img src={pictureUrl(banner.imageUrl, { width: 720, height: 368 })} alt="" />
          )}
          <span className={bannerCss.shown} data-tone={tone} aria-hidden="true">
            <b>{banner.title === "" ? texts.previewTitleText : banner.title}</b>
            {banner.subtitle !== "" && <i>{banner.subtitle}</i>}
            {banner.action !== "" && <u>{banner.action} ›</u>}
          </span>
        </span>
        <span className={bannerCss.toneName} aria-hidden="true">
          {texts.tones[tone]}
        </span>
      </label>
    ))}
  </div>
);
