import sharp from "sharp";

/** A grey JPEG of the minimum size of an upload. */
export const samplePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#808080" } })
    .jpeg()
    .toBuffer();
