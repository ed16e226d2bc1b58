import { uploadPicture, type UploadedPicture } from "#contract/picture.ts";
import { sendBody } from "../http/sending.ts";

export type PictureSending = {
  /** Of 1, how much has left this device. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Sends a picture; a login that is over is renewed in between. @throws Refusal, also when stopped by the signal */
export const sendPicture = (picture: Blob, sending: PictureSending): Promise<UploadedPicture> =>
  sendBody(uploadPicture, {}, { isSilent: true }, { body: picture, ...sending });
