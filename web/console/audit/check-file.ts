import { SHOWN_FAULTS } from "#contract/console/watch/audit.ts";
import { checkSealFile, type LineFault } from "#contract/console/watch/audit-seal.ts";
import { Refusal } from "#contract/core/errors.ts";
import { hashText } from "../../platform/console/hash-text.ts";
import { loadDayCheck } from "./api.ts";
import { auditPageMessages } from "./messages.ts";

const { seals: texts } = auditPageMessages;

/** Result of a check of a downloaded day, in words. */
export type FileResult = {
  readonly isIntact: boolean;
  readonly words: string;
  readonly faults: readonly LineFault[];
  readonly faultCount: number;
};
const resultOf = (isIntact: boolean, words: string, faults: readonly LineFault[] = []): FileResult => ({
  isIntact,
  words,
  faults: faults.slice(0, SHOWN_FAULTS),
  faultCount: faults.length,
});

/** Seal of a day as the server has it; null: it has none. */
async function sealOf(day: string): Promise<string | null> {
  try {
    return (await loadDayCheck(day)).seal;
  } catch (error) {
    if (error instanceof Refusal && error.refusal === "notFound") return null;
    throw error;
  }
}

/** Checks a downloaded day in itself, and its seal against the server's (requirement CO103). */
export async function checkFile(text: string): Promise<FileResult> {
  const { head, faults } = checkSealFile(text, hashText);
  if (head === null) return resultOf(false, texts.fileNone);
  if (faults.length > 0) return resultOf(false, texts.fileChanged(head.day), faults);
  const seal = await sealOf(head.day);
  if (seal === null) return resultOf(false, texts.fileUnknown(head.day));
  if (seal !== head.seal) return resultOf(false, texts.fileOther(head.day));
  return resultOf(true, texts.fileIntact(head.day, head.lines));
}
