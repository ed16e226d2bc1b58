import { showToast } from "../../platform/http/challenges.ts";
import type { PictureSender } from "../../ui/media/use-picture-uploads.ts";
import { groupMessages } from "./messages.ts";

/** Uploads a new cover when it is chosen, and loads the upload scripts then. @param onDone called after the upload */
export const uploadCover =
  (groupId: string, onDone: () => void): PictureSender =>
  async (file, longestSide, { onProgress, onResized, signal }) => {
    const [{ shrinkPicture }, { sendGroupCover }] = await Promise.all([
      import("../../platform/picture/shrink-picture.ts"),
      import("../../platform/picture/send-picture.ts"),
    ]);
    const small = await shrinkPicture(file, longestSide);
    onResized();
    const { coverUrl } = await sendGroupCover(small, groupId, { onProgress, signal });
    showToast(groupMessages.edit.coverDone);
    onDone();
    return coverUrl;
  };
