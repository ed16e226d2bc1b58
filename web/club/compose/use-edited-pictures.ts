import { clubLimits } from "#contract/club/limits.ts";
import type { PictureItem } from "../../ui/media/use-picture-uploads.ts";
import { editArticleMessages } from "./edit-messages.ts";
import { useDraftPictures, type DraftPictures } from "./use-draft-pictures.ts";

type EditedPicturesOptions = {
  /** Where new ones are kept. */
  readonly place: string;
  readonly openId: string;
  /** Those that the article has, and where each is seen. */
  readonly has: readonly { readonly pictureId: string; readonly url: string }[];
  /** Of these, those that stay. */
  readonly stay: readonly string[];
  readonly onStay: (stay: readonly string[]) => void;
};

/** Pictures of an article that is edited: those that it has, which can be taken away, and new ones after them. */
export function useEditedPictures({
  place,
  openId,
  has,
  stay,
  onStay,
}: EditedPicturesOptions): DraftPictures {
  const added = useDraftPictures(place, openId, clubLimits.maxPictures - stay.length);
  const standing = has.flatMap(({ pictureId, url }, at): PictureItem[] =>
    stay.includes(pictureId)
      ? [
          {
            // Below those of new ones.
            key: -1 - at,
            name: editArticleMessages.picture(at + 1),
            previewUrl: url,
            phase: "sent",
            share: 1,
            fault: null,
            canRetry: false,
            pictureId,
          },
        ]
      : [],
  );
  return {
    ...added,
    items: [...standing, ...added.items],
    ids: [...stay, ...added.ids],
    remove: (key) => {
      const gone = standing.find((item) => item.key === key);
      if (gone) onStay(stay.filter((pictureId) => pictureId !== gone.pictureId));
      else added.remove(key);
    },
  };
}
