import type { SendPictureFile } from "../kit/form/use-picture-upload.ts";

/** Longest side of an uploaded picture, px: sharp over the whole width of a desktop. */
const LONGEST_SIDE = 2_400;

/** Scales a picture down and uploads it; its scripts are loaded with the first picture. */
export const uploadPictureFile: SendPictureFile = async (file, { onResized, onProgress, signal }) => {
  const [{ shrinkPicture }, { uploadOperatorPicture }] = await Promise.all([
    import("../../platform/picture/shrink-picture.ts"),
    import("../../platform/console/operator-upload.ts"),
  ]);
  const body = await shrinkPicture(file, LONGEST_SIDE);
  onResized();
  return (await uploadOperatorPicture({ body, onProgress, signal })).url;
};
