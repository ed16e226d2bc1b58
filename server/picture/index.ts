/** The only entry of the picture module for other modules. */
export {
  createPictureImporter,
  createPictureLibrary,
  openPictureRepository,
  type PictureLibrary,
  type PictureSecrets,
} from "./picture-library.ts";
export {
  createUploads,
  deletePictureRows,
  removeDue,
  type UploadPorts,
  type Uploads,
} from "./upload/uploads.ts";
