import { changeGroupCover } from "#contract/club/group-leader.ts";
import { addBlocksPicture } from "#contract/compose/compose.ts";
import { uploadPicture, type UploadedPicture } from "#contract/picture/picture.ts";
import { uploadWithRecovery } from "../http/send-with-recovery.ts";

export type PictureUploadOptions = {
  /** Of 1, how much has left this device. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/** Sends a picture; a login that is over is renewed in between. @throws Refusal, also when stopped by the signal */
export const sendPicture = (picture: Blob, sending: PictureUploadOptions): Promise<UploadedPicture> =>
  uploadWithRecovery(uploadPicture, {}, { isSilent: true }, { body: picture, ...sending });

/** Sends the new cover of a group that the person leads. @throws Refusal, also when stopped by the signal */
export const sendGroupCover = (picture: Blob, groupId: string, sending: PictureUploadOptions) =>
  uploadWithRecovery(changeGroupCover, { groupId }, { isSilent: true }, { body: picture, ...sending });

/** Sends a picture for a composed page, by its staff link. @returns its address @throws Refusal, also when stopped */
export const sendBlocksPicture = async (
  picture: Blob,
  staffLink: string,
  sending: PictureUploadOptions,
): Promise<string> => {
  const options = { isSilent: true, staffLink } as const;
  return (await uploadWithRecovery(addBlocksPicture, {}, options, { body: picture, ...sending })).url;
};
