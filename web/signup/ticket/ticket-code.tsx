import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { TICKET_STEP, ticketCodeText, ticketMacText } from "#contract/signup/ticket-code.ts";
import { useTimeStep } from "../../platform/time/use-time-step.ts";
import { QrCode } from "../../ui/media/qr-code.tsx";
import type { Ticket } from "./ticket-record.ts";
import { signUpMessages } from "../messages.ts";
import * as textCss from "../../ui/styles/text.module.css";

/** Ticket code of a time step. Uses noble, because crypto.subtle is missing on plain-http hosts. */
export function ticketCodeAt(signUpId: string, key: string, step: number): string {
  const mac = hmac(sha256, utf8ToBytes(key), utf8ToBytes(ticketMacText(signUpId, step)));
  return ticketCodeText(signUpId, step, bytesToHex(mac));
}

/**
 * QR code of the ticket: a new one each minute, also without a network; a ticket built from the form has none
 * yet.
 */
export function TicketQrCode({ ticket: { signUpId, key } }: { ticket: Pick<Ticket, "signUpId" | "key"> }) {
  const step = useTimeStep(TICKET_STEP);
  if (signUpId === undefined || key === undefined)
    return <p className={textCss.caption}>{signUpMessages.ticket.codeLater}</p>;
  return <QrCode text={ticketCodeAt(signUpId, key, step)} label={signUpMessages.ticket.qr} />;
}
