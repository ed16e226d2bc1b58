import { toast } from "../platform/http/challenges.ts";
import type { Sender } from "../ui/use-pictures.ts";
import { words } from "./words.ts";

/** Sends a group's new cover as soon as it is chosen; both scripts come with it. @param onDone it is on show */
export const coverSender =
  (groupId: string, onDone: () => void): Sender =>
  async (file, longestSide, { onProgress, onSmall, signal }) => {
    const [{ shrinkPicture }, { sendGroupCover }] = await Promise.all([
      import("../platform/upload/shrink.ts"),
      import("../platform/upload/send-picture.ts"),
    ]);
    const small = await shrinkPicture(file, longestSide);
    onSmall();
    const { coverUrl } = await sendGroupCover(small, groupId, { onProgress, signal });
    toast(words.edit.coverDone);
    onDone();
    return coverUrl;
  };
