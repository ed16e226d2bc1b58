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
  /** Target of the back link on the first page of a visit. */
  back: string;
  onShare: () => void;
  onPoster: () => void;
  /** Beside the page on a desktop, below it on a phone; contains the sticky bar. */
  aside: ReactNode;
  children: ReactNode;
};

/** Frame of every activity page: back and share buttons over the picture, the page, and the aside. */
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

/** Notices above the content: a draft, or an offline copy. */
export const DetailNotices = ({ isPreview, fetchedAt }: { isPreview: boolean; fetchedAt: number | null }) => (
  <>
    {isPreview && <Notice>{detailMessages.preview}</Notice>}
    {fetchedAt !== null && <OfflineTimestamp time={fetchedAt} />}
  </>
);
