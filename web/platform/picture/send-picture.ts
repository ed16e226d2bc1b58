import { changeGroupCover } from "#contract/club/group-leader.ts";
import { addBlocksPicture } from "#contract/compose/compose.ts";
import { uploadPicture, type UploadedPicture } from "#contract/picture/picture.ts";
import { uploadWithRecovery } from "../http/send-with-recovery.ts";

export type PictureUploadOptions = {
  /** Receives the uploaded share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Uploads a picture; an expired login is renewed in between.
 * @throws Refusal, also when aborted by the signal
 */
export const sendPicture = (picture: Blob, options: PictureUploadOptions): Promise<UploadedPicture> =>
  uploadWithRecovery(uploadPicture, {}, { isSilent: true }, { body: picture, ...options });

/**
 * Uploads the new cover of a group that the person leads.
 * @throws Refusal, also when aborted by the signal
 */
export const sendGroupCover = (picture: Blob, groupId: string, options: PictureUploadOptions) =>
  uploadWithRecovery(changeGroupCover, { groupId }, { isSilent: true }, { body: picture, ...options });

/**
 * Uploads a picture for a composed page, by a staff link.
 * @returns its address
 * @throws Refusal, also when aborted
 */
export const sendBlocksPicture = async (
  picture: Blob,
  staffLink: string,
  upload: PictureUploadOptions,
): Promise<string> => {
  const callOptions = { isSilent: true, staffLink } as const;
  return (await uploadWithRecovery(addBlocksPicture, {}, callOptions, { body: picture, ...upload })).url;
};
