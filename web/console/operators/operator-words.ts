import type { ListedOperator } from "#contract/console/operators.ts";
import { operatorRoles } from "#contract/console/rights.ts";
import type { Tone } from "../kit/display/badge.tsx";
import { operatorMessages as messages } from "./messages.ts";

export const stateTones: Readonly<Record<ListedOperator["state"], Tone>> = {
  invited: "info",
  active: "ok",
  locked: "error",
};

/** Second factors of an account: 通行密钥 2 · 恢复码剩 10. */
export function factorWords(operator: ListedOperator): string {
  if (operator.isDirectoryAccount) return messages.directoryAccount;
  const { passkeys, hasTotp, recoveryCodes } = operator;
  const words = [...(passkeys > 0 ? [messages.passkeys(passkeys)] : []), ...(hasTotp ? [messages.totp] : [])];
  return words.length === 0
    ? messages.noFactor
    : [...words, messages.recoveryCodes(recoveryCodes)].join(" · ");
}

/** Roles of an operator, each once. */
export const roleWords = ({ grants }: Pick<ListedOperator, "grants">): string =>
  [...new Set(grants.map(({ role }) => operatorRoles[role]))].join("、") || messages.noGrants;
