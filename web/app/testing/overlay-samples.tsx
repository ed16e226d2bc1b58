import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { PictureViewer } from "../../ui/media/picture-viewer.tsx";
import { PosterSheet } from "../../ui/share/poster-sheet.tsx";
import { ShareGuide } from "../../ui/share/share-guide.tsx";

const shared = { activityId: "1", title: "试驾", text: "", path: "/offline/1" };
/** All kinds of overlays, for tests. */
export const overlaySamples = {
  sheet: (onClose: () => void) => (
    <Sheet isOpen title="筛选" onClose={onClose}>
      {null}
    </Sheet>
  ),
  dialog: (onClose: () => void) => (
    <Dialog isOpen title="确定吗" onClose={onClose}>
      {null}
    </Dialog>
  ),
  viewer: (onClose: () => void) => (
    <PictureViewer title="图片" length={1} start={0} onClose={onClose} picture={() => "图"} />
  ),
  poster: (onClose: () => void) => <PosterSheet shared={shared} onClose={onClose} />,
  guide: (onClose: () => void) => <ShareGuide onClose={onClose} />,
} as const;
