import type { ReactNode } from "react";
import { useBrand } from "../../platform/environment/site.ts";
import { IconButton } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { PosterIcon } from "../../ui/icons/share-icons.tsx";
import { ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { detailMessages } from "./detail-messages.ts";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";

type DetailFrameProps = {
  /** Where back leads from a first page. */
  back: string;
  onShare: () => void;
  onPoster: () => void;
  /** On a desktop beside the page, on a phone below it; the bar is in it. */
  aside: ReactNode;
  children: ReactNode;
};

/** The frame of every activity's page: back and share over its picture, the page, and what stands beside it. */
export const DetailFrame = ({ back, onShare, onPoster, aside, children }: DetailFrameProps) => (
  <Screen brand={useBrand()} current="activities" hasBar>
    <NavBar look="clear" back={back}>
      <IconButton
        label={detailMessages.poster}
        icon={<PosterIcon />}
        isGlass
        onClick={onPoster}
        data-tap="press"
        suppressHydrationWarning
      />
      <IconButton
        label={detailMessages.share}
        icon={<ShareIcon />}
        isGlass
        onClick={onShare}
        data-tap="press"
        suppressHydrationWarning
      />
    </NavBar>
    <div className={frameWideCss.columns}>
      <div>{children}</div>
      <aside className={frameWideCss.aside}>{aside}</aside>
    </div>
  </Screen>
);

/** What is to be known of what is on show: a draft, or something kept from before. */
export const DetailNotices = ({ isPreview, fetchedAt }: { isPreview: boolean; fetchedAt: number | null }) => (
  <>
    {isPreview && <Notice>{detailMessages.preview}</Notice>}
    {fetchedAt !== null && <OfflineTimestamp time={fetchedAt} />}
  </>
);
