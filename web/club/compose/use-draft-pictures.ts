import { useEffect, useEffectEvent, useRef } from "react";
import { database } from "../../platform/storage/client-database.ts";
import { usePictureUploads, type PictureUploads } from "../../ui/media/use-picture-uploads.ts";

/** Maximum size of a stored picture, bytes; a larger one must be chosen again. */
const MAX_STORED_SIZE = 20 * 1024 * 1024;
/** Lifetime of stored pictures, ms. */
const LIFETIME = 7 * 86_400_000;
/** Longest side of an uploaded picture, px. */
const LONGEST_SIDE = 1280;

type StoredPictures = {
  readonly openId: string;
  readonly files: readonly File[];
  /** Ids of uploaded files, by index, so that an article that is sent again has the same pictures. */
  readonly pictureIds?: readonly (string | null)[];
};
const cacheKeyOf = (draftKey: string): string => `club-pictures ${draftKey}`;

export type DraftPictures = PictureUploads & {
  /** Removes the stored pictures. */
  readonly discard: () => void;
  /** Uploads the pictures again that have expired on the server. @returns whether there are any */
  readonly uploadAgain: () => boolean;
};

/**
 * Pictures of a draft, stored in the browser until it is sent or the person logs out.
 * @param max maximum number of pictures
 */
export function useDraftPictures(draftKey: string, openId: string, max: number): DraftPictures {
  const pictures = usePictureUploads(max, LONGEST_SIDE);
  const files = useRef<readonly File[]>([]);
  const { items } = pictures;
  const store = (next: readonly File[], pictureIds: readonly (string | null)[]) => {
    files.current = next;
    const storable = next
      .map((file, at) => ({ file, pictureId: pictureIds[at] ?? null }))
      .filter(({ file }) => file.size <= MAX_STORED_SIZE);
    const record: StoredPictures = {
      openId,
      files: storable.map(({ file }) => file),
      pictureIds: storable.map(({ pictureId }) => pictureId),
    };
    void (storable.length === 0
      ? database.remove("cache", cacheKeyOf(draftKey))
      : database.put("cache", cacheKeyOf(draftKey), record, { expiresIn: LIFETIME }));
  };
  const ids = items.map(({ pictureId }) => pictureId);
  const add: PictureUploads["add"] = (chosen, sentIds = []) => {
    const added = chosen.slice(0, max - items.length);
    store([...files.current, ...added], [...ids, ...sentIds]);
    pictures.add(added, sentIds);
  };
  const restore = useEffectEvent((stored: StoredPictures | undefined) => {
    if (stored?.openId === openId && files.current.length === 0) add(stored.files, stored.pictureIds);
  });
  useEffect(() => {
    let isMounted = true;
    void database
      .get("cache", cacheKeyOf(draftKey))
      .then((found) => isMounted && restore(found?.value as StoredPictures | undefined));
    return () => {
      isMounted = false;
    };
  }, [draftKey]);
  const storeIds = useEffectEvent(() => {
    // A discarded draft has no files any more and must not be stored again.
    if (files.current.length === items.length) store(files.current, ids);
  });
  const uploadedIds = pictures.ids.join();
  useEffect(() => {
    if (uploadedIds !== "") storeIds();
  }, [uploadedIds]);
  return {
    ...pictures,
    add,
    remove: (key) => {
      const isOther = (_one: unknown, at: number) => items[at]?.key !== key;
      store(files.current.filter(isOther), ids.filter(isOther));
      pictures.remove(key);
    },
    discard: () => store([], []),
    uploadAgain: () => {
      const uploaded = items.filter(({ phase }) => phase === "sent");
      for (const { key } of uploaded) pictures.retry(key);
      return uploaded.length > 0;
    },
  };
}
