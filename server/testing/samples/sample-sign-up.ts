import { newId } from "../../core/ids.ts";
import type { NewSignUp } from "../../signup/index.ts";
import { newReadableCode } from "../../core/secrets.ts";

/** Input of the sign-up writer for a person without choices. */
export const sampleSignUp = (userId: string, over: Partial<NewSignUp> = {}): NewSignUp => ({
  user_id: userId,
  signup_id: newId(),
  ticket_code: newReadableCode(),
  name: "林晓岚",
  mobile: "13900000000",
  series_code: null,
  dealer_id: null,
  session_id: null,
  answers: {},
  channel: {},
  idempotency_key: null,
  body_hash: "",
  created_time: new Date(),
  ...over,
});
