/**
 * Masks a mobile as 138****5678: first three digits, four stars, last four; never more than seven digits
 * (requirement I05).
 */
export function maskMobile(text: string | null | undefined): string {
  const digits = (text ?? "")
    .replace(/[\s-]/g, "")
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, "")
    .replace(/\D/g, "");
  if (digits.length >= 11) return `${digits.slice(0, 3)}****${digits.slice(-4)}`;
  return digits.length >= 8 ? `${digits.slice(0, 2)}****${digits.slice(-2)}` : digits === "" ? "" : "****";
}
