import { pictureUrl } from "./picture-url.ts";

/**
 * Address of a picture that is shown as a whole, whatever its shape: as `pictureUrl`, with no side longer than `side`
 * px. A file of its own, since the first screen shows no such picture.
 */
export const fittedPictureUrl = (url: string, side: number): string =>
  pictureUrl(url, { width: side, height: side }).replace("resize,m_fill", "resize,m_lfit");
