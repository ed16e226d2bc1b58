import { changeGroupCover } from "#contract/community-leading.ts";
import { addBlocksPicture } from "#contract/compose.ts";
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

/** Sends the new cover of a group that the person leads. @throws Refusal, also when stopped by the signal */
export const sendGroupCover = (picture: Blob, groupId: string, sending: PictureSending) =>
  sendBody(changeGroupCover, { groupId }, { isSilent: true }, { body: picture, ...sending });

/** Sends a picture for a composed page, by its staff link. @returns its address @throws Refusal, also when stopped */
export const sendBlocksPicture = async (
  picture: Blob,
  staffLink: string,
  sending: PictureSending,
): Promise<string> => {
  const options = { isSilent: true, staffLink } as const;
  return (await sendBody(addBlocksPicture, {}, options, { body: picture, ...sending })).url;
};
