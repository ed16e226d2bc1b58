/** Public interface of the picture module. */
export {
  createPictureImporter,
  createPictureLibrary,
  openPictureRepository,
  type PictureLibrary,
} from "./picture-library.ts";
export { holdPicturePlace, requirePicturePlace } from "./place/picture-place.ts";
export { registerPictureConsoleCalls } from "./console-routes.ts";
export { createUploads, deletePictureRows, removeDue, type Uploads } from "./upload/uploads.ts";
