import { clubLimits } from "#contract/club/limits.ts";
import type { PictureItem } from "../../ui/media/use-picture-uploads.ts";
import { editArticleMessages } from "./edit-messages.ts";
import { useDraftPictures, type DraftPictures } from "./use-draft-pictures.ts";

type EditedPicturesOptions = {
  /** Key of the draft with the new pictures. */
  readonly draftKey: string;
  readonly openId: string;
  /** Pictures of the article, with their URLs. */
  readonly current: readonly { readonly pictureId: string; readonly url: string }[];
  /** Ids of the current pictures that the edit keeps. */
  readonly kept: readonly string[];
  readonly onKept: (kept: readonly string[]) => void;
};

/** Pictures of an edited article: the current ones, which can be removed, then the new ones. */
export function useEditedPictures({
  draftKey,
  openId,
  current,
  kept,
  onKept,
}: EditedPicturesOptions): DraftPictures {
  const added = useDraftPictures(draftKey, openId, clubLimits.maxPictures - kept.length);
  const keptItems = current.flatMap(({ pictureId, url }, at): PictureItem[] =>
    kept.includes(pictureId)
      ? [
          {
            // Negative, since keys of new pictures are not.
            key: -1 - at,
            name: editArticleMessages.picture(at + 1),
            previewUrl: url,
            phase: "sent",
            progress: 1,
            fault: null,
            canRetry: false,
            pictureId,
          },
        ]
      : [],
  );
  return {
    ...added,
    items: [...keptItems, ...added.items],
    ids: [...kept, ...added.ids],
    remove: (key) => {
      const removed = keptItems.find((item) => item.key === key);
      if (removed) onKept(kept.filter((pictureId) => pictureId !== removed.pictureId));
      else added.remove(key);
    },
  };
}
