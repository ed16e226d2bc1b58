import { communityLimits } from "#contract/community-limits.ts";
import type { PictureItem } from "../ui/use-pictures.ts";
import { words } from "./edit-article-words.ts";
import { useKeptPictures, type KeptPictures } from "./use-kept-pictures.ts";

type Standing = {
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
export function useEditedPictures({ place, openId, has, stay, onStay }: Standing): KeptPictures {
  const added = useKeptPictures(place, openId, communityLimits.imagesMost - stay.length);
  const standing = has.flatMap(({ pictureId, url }, at): PictureItem[] =>
    stay.includes(pictureId)
      ? [
          {
            // Below those of new ones.
            key: -1 - at,
            name: words.picture(at + 1),
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
