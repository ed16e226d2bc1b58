import { useEffect, useEffectEvent, useRef } from "react";
import { database } from "../platform/storage/database.ts";
import { usePictures, type Pictures } from "../ui/use-pictures.ts";

/** Of one that is kept, bytes; a larger one is chosen again. */
const SIZE_MOST = 20 * 1024 * 1024;
/** How long they are kept, ms. */
const KEPT = 7 * 86_400_000;
/** Of what is sent, px. */
const LONGEST_SIDE = 1280;

type Kept = { readonly openId: string; readonly files: readonly File[] };
const keyOf = (place: string): string => `club-pictures ${place}`;

/** Pictures of something that is being written, kept by the browser until it is sent or the person logs out. */
export function useKeptPictures(
  place: string,
  openId: string,
  most: number,
): Pictures & { forget: () => void } {
  const pictures = usePictures(most, LONGEST_SIDE);
  const files = useRef<readonly File[]>([]);
  const write = (next: readonly File[]) => {
    files.current = next;
    const kept = next.filter(({ size }) => size <= SIZE_MOST);
    void (kept.length === 0
      ? database.remove("cache", keyOf(place))
      : database.put("cache", keyOf(place), { openId, files: kept } satisfies Kept, { expiresIn: KEPT }));
  };
  const add = (chosen: readonly File[]) => {
    write([...files.current, ...chosen.slice(0, most - pictures.items.length)]);
    pictures.add(chosen);
  };
  const restore = useEffectEvent((kept: Kept | undefined) => {
    if (kept?.openId === openId && files.current.length === 0) add(kept.files);
  });
  useEffect(() => {
    let isHere = true;
    void database
      .get("cache", keyOf(place))
      .then((found) => isHere && restore(found?.value as Kept | undefined));
    return () => {
      isHere = false;
    };
  }, [place]);
  return {
    ...pictures,
    add,
    remove: (key) => {
      const at = pictures.items.findIndex((item) => item.key === key);
      write(files.current.filter((_file, index) => index !== at));
      pictures.remove(key);
    },
    forget: () => write([]),
  };
}
