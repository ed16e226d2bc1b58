import { hash } from "node:crypto";
import { visitorIdText } from "#contract/tracking/visitor-id.ts";

/** Anonymous id of the browser that holds a secret; the id does not reveal the secret. */
export const anonymousIdOf = (proof: string): string => hash("sha256", visitorIdText(proof)).slice(0, 32);
