import type { ReactNode } from "react";
import { HeartFilledIcon, HeartIcon, PhoneIcon, ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { detailMessages } from "./detail-messages.ts";
import * as frameCss from "../../ui/styles/frame.module.css";

type DetailBarProps = {
  /** Null hides the button. */
  favourite: { readonly isFavourite: boolean; readonly toggle: () => void } | null;
  onShare: (() => void) | null;
  /** Class for the favourite button while it is unknown whether the button stays. */
  favouriteClass?: string;
  /** Telephone number for questions. */
  phone: string | null;
  /** The main button. */
  children: ReactNode;
};

/** Sticky bar of an activity's page: small tools, then the main action. */
export const DetailBar = ({ favourite, onShare, favouriteClass = "", phone, children }: DetailBarProps) => (
  <div className={frameCss.bottomBar}>
    <div className={frameCss.inner}>
      {onShare && (
        <button
          type="button"
          className={frameCss.tool}
          onClick={onShare}
          data-tap="press"
          suppressHydrationWarning
        >
          <ShareIcon size={20} />
          {detailMessages.share}
        </button>
      )}
      {favourite && (
        <button
          type="button"
          className={`${frameCss.tool} ${favouriteClass}`}
          aria-pressed={favourite.isFavourite}
          onClick={favourite.toggle}
          data-tap="toggle"
          suppressHydrationWarning
        >
          {favourite.isFavourite ? <HeartFilledIcon size={20} /> : <HeartIcon size={20} />}
          {detailMessages.favourite}
        </button>
      )}
      {phone !== null && (
        <a className={frameCss.tool} href={`tel:${phone}`}>
          <PhoneIcon size={20} />
          {detailMessages.consult}
        </a>
      )}
      {children}
    </div>
  </div>
);
