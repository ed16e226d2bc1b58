export { createPosters } from "./routes.ts";
