import type { ReactNode } from "react";
import type { Benefit } from "#contract/benefit/benefit.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { formatCount } from "../../ui/display/format.ts";
import { CloseIcon, InfoIcon } from "../../ui/icons/common-icons.tsx";
import { CheckIcon } from "../../ui/icons/form-icons.tsx";
import { ClockIcon, TicketIcon } from "../../ui/icons/detail-icons.tsx";
import { GiftIcon } from "../../ui/icons/activity-icons.tsx";
import type { ClaimOutcome } from "./claim-outcome.ts";
import { benefitMessages } from "../messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as couponCss from "../coupon/coupon.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Title and text of the page's heading. */
export const outcomeHeading = (outcome: ClaimOutcome): { title: string; text: string } => {
  switch (outcome.kind) {
    case "soon":
      return {
        title: benefitMessages.soon.title,
        text: benefitMessages.soon.text(formatMoment(outcome.fromTime)),
      };
    case "already": {
      const { title, text, since } = benefitMessages.already;
      const isKnown = outcome.since !== null && outcome.limit !== null;
      return { title, text: isKnown ? since(formatMoment(outcome.since), outcome.limit) : text };
    }
    case "notEligible":
      return { title: benefitMessages.notEligible.title, text: outcome.remark };
    case "failed":
      return { title: benefitMessages.failed.title, text: benefitMessages.failed.text };
    default:
      return benefitMessages[outcome.kind];
  }
};

function outcomeIcon({ kind }: ClaimOutcome): { look: string; icon: ReactNode } {
  if (kind === "sent")
    return { look: `${couponCss.icon} ${couponCss.success}`, icon: <CheckIcon size={32} /> };
  if (kind === "failed")
    return { look: `${couponCss.icon} ${couponCss.failure}`, icon: <CloseIcon size={32} /> };
  if (kind === "soon") return { look: couponCss.icon, icon: <ClockIcon size={32} /> };
  if (kind === "already") return { look: couponCss.icon, icon: <TicketIcon size={32} /> };
  if (kind === "offer") return { look: couponCss.icon, icon: <GiftIcon size={32} /> };
  return { look: couponCss.icon, icon: <InfoIcon size={32} /> };
}

/** Heading with the outcome or the current state; announced to screen readers when it changes. */
export function ResultHead({ outcome }: { outcome: ClaimOutcome }) {
  const { title, text } = outcomeHeading(outcome);
  const { look, icon } = outcomeIcon(outcome);
  return (
    <section className={couponCss.resultHead} aria-live="polite">
      <div className={look}>{icon}</div>
      <h1 className={textCss.title1}>
        <TitleText text={title} />
      </h1>
      {text !== "" && <p>{text}</p>}
    </section>
  );
}

/** Failure details for the user and for support. */
export function FailureFacts({
  outcome,
  benefit,
}: {
  outcome: Extract<ClaimOutcome, { kind: "failed" }>;
  benefit: Benefit | undefined;
}) {
  const { code, message, requestId } = outcome.refusal;
  const facts: [string, string][] = [
    [benefitMessages.failed.reason, /^\d{3}$/.test(code) ? `${message}（${code}）` : message],
    ...(benefit ? ([[benefitMessages.failed.benefit, benefit.name]] satisfies [string, string][]) : []),
    ...(benefit && benefit.left !== null
      ? ([[benefitMessages.failed.left, formatCount(benefit.left)]] satisfies [string, string][])
      : []),
    ...(requestId !== null
      ? ([[benefitMessages.failed.number, requestId]] satisfies [string, string][])
      : []),
  ];
  return (
    <dl className={`${contentCss.card} ${contentCss.padded} ${couponCss.facts}`}>
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
