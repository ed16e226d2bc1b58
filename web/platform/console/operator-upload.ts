import { uploadConsolePicture } from "#contract/console/content/pictures.ts";
import type { OperatorResult } from "#contract/console/operator-call.ts";
import { uploadWithProgress, type UploadBody } from "../http/transport.ts";
import { sendOperatorRequest } from "./operator-calls.ts";

/**
 * Uploads a picture of an operator, with progress; an ended session asks for a login in between.
 * @throws Refusal, also "offline" when aborted
 */
export const uploadOperatorPicture = (
  upload: UploadBody,
): Promise<OperatorResult<typeof uploadConsolePicture>> =>
  sendOperatorRequest(uploadConsolePicture, (url, outgoing) => uploadWithProgress(url, outgoing, upload));
