/**
 * Chassis numbers (GB 16735, ISO 3779): 17 characters without I, O and Q. Without zod, because the form uses
 * it too.
 */
import { pickCharacters } from "../core/text.ts";

/** Values of the letters in the checksum, by GB 16735 table 3. */
const letterValues: Readonly<Record<string, number>> = Object.fromEntries(
  [..."ABCDEFGH"]
    .map((letter, at): [string, number] => [letter, at + 1])
    .concat(
      [..."JKLMN"].map((letter, at): [string, number] => [letter, at + 1]),
      [
        ["P", 7],
        ["R", 9],
      ],
      [..."STUVWXYZ"].map((letter, at): [string, number] => [letter, at + 2]),
    ),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Length of a number. */
export const VIN_LENGTH = 17;
/** Reads a number from whatever people paste: upper case, without separators and the text around it. */
export const normalizeVin = (text: string): string => pickCharacters(text, VIN_LENGTH);

/** Computes the ninth character from the others: a digit, or X for ten. */
export function checkDigitOf(vin: string): string {
  const sum = [...vin].reduce(
    (total, letter, at) => total + (letterValues[letter] ?? Number(letter)) * (weights[at] ?? 0),
    0,
  );
  const rest = sum % 11;
  return rest === 10 ? "X" : String(rest);
}

/**
 * Finds the error of a normalized number, null if valid. The checksum is verified only for cars made in China
 * (first letter L): elsewhere it is not mandatory.
 */
export function findVinError(vin: string): "empty" | "length" | "letters" | "checksum" | null {
  if (vin === "") return "empty";
  if (vin.length !== VIN_LENGTH) return "length";
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) return "letters";
  return vin.startsWith("L") && vin[8] !== checkDigitOf(vin) ? "checksum" : null;
}

/** Keeps the first three and last four characters: LJL**********1234. */
export const maskVin = (vin: string): string => `${vin.slice(0, 3)}**********${vin.slice(-4)}`;
