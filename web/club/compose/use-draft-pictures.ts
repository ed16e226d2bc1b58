import { useEffect, useEffectEvent, useRef } from "react";
import { database } from "../../platform/storage/client-database.ts";
import { usePictureUploads, type PictureUploads } from "../../ui/media/use-picture-uploads.ts";

/** Of one that is kept, bytes; a larger one is chosen again. */
const SIZE_MOST = 20 * 1024 * 1024;
/** How long they are kept, ms. */
const KEPT = 7 * 86_400_000;
/** Of what is sent, px. */
const LONGEST_SIDE = 1280;

type StoredPicture = {
  readonly openId: string;
  readonly files: readonly File[];
  /** Of those that are sent, at the same places: one that goes again under its key has the same pictures. */
  readonly pictureIds?: readonly (string | null)[];
};
const keyOf = (place: string): string => `club-pictures ${place}`;

export type DraftPictures = PictureUploads & {
  readonly forget: () => void;
  /** The server has those that were sent no more: they go again. @returns whether there are any */
  readonly sendAnew: () => boolean;
};

/** Pictures of something that is being written, kept by the browser until it is sent or the person logs out. */
export function useDraftPictures(place: string, openId: string, most: number): DraftPictures {
  const pictures = usePictureUploads(most, LONGEST_SIDE);
  const files = useRef<readonly File[]>([]);
  const { items } = pictures;
  const write = (next: readonly File[], pictureIds: readonly (string | null)[]) => {
    files.current = next;
    const kept = next
      .map((file, at) => ({ file, pictureId: pictureIds[at] ?? null }))
      .filter(({ file }) => file.size <= SIZE_MOST);
    const record: StoredPicture = {
      openId,
      files: kept.map(({ file }) => file),
      pictureIds: kept.map(({ pictureId }) => pictureId),
    };
    void (kept.length === 0
      ? database.remove("cache", keyOf(place))
      : database.put("cache", keyOf(place), record, { expiresIn: KEPT }));
  };
  const ids = items.map(({ pictureId }) => pictureId);
  const add: PictureUploads["add"] = (chosen, sentIds = []) => {
    const taken = chosen.slice(0, most - items.length);
    write([...files.current, ...taken], [...ids, ...sentIds]);
    pictures.add(taken, sentIds);
  };
  const restore = useEffectEvent((kept: StoredPicture | undefined) => {
    if (kept?.openId === openId && files.current.length === 0) add(kept.files, kept.pictureIds);
  });
  useEffect(() => {
    let isHere = true;
    void database
      .get("cache", keyOf(place))
      .then((found) => isHere && restore(found?.value as StoredPicture | undefined));
    return () => {
      isHere = false;
    };
  }, [place]);
  const noteSent = useEffectEvent(() => {
    // Put away meanwhile, it is not kept again.
    if (files.current.length === items.length) write(files.current, ids);
  });
  const sent = pictures.ids.join();
  useEffect(() => {
    if (sent !== "") noteSent();
  }, [sent]);
  return {
    ...pictures,
    add,
    remove: (key) => {
      const isOther = (_one: unknown, at: number) => items[at]?.key !== key;
      write(files.current.filter(isOther), ids.filter(isOther));
      pictures.remove(key);
    },
    forget: () => write([], []),
    sendAnew: () => {
      const again = items.filter(({ phase }) => phase === "sent");
      for (const { key } of again) pictures.retry(key);
      return again.length > 0;
    },
  };
}
