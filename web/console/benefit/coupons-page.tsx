import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { findCoupon, type OperatorCoupon } from "#contract/console/benefits.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ConsolePage } from "../shell/index.ts";
import { loadCoupon } from "./api.ts";
import * as benefitCss from "./benefit.module.css";
import { FoundCouponCard } from "./coupon-card.tsx";
import { benefitPageMessages } from "./messages.ts";

const { find: texts, title } = benefitPageMessages;

/** Code that the search of the head left in the history's entry; "": none. */
const codeOf = (state: unknown): string => {
  const code: unknown = typeof state === "object" && state !== null ? (state as { code?: unknown }).code : "";
  return typeof code === "string" ? code : "";
};

/** 券: one coupon found by its whole code, which stands in no address (requirement CO34). */
export function CouponsPage() {
  const given = codeOf(useLocation().state);
  return <CouponFinder key={given} given={given} />;
}

function CouponFinder({ given }: { given: string }) {
  const [code, setCode] = useState(given);
  // undefined: nothing was looked for here yet.
  const [found, setFound] = useState<OperatorCoupon | null | undefined>(undefined);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const first = useQuery({
    queryKey: [findCoupon.name, given],
    queryFn: () => loadCoupon(given),
    enabled: given !== "",
    // Codes that were looked for are not kept.
    gcTime: 0,
  });
  const coupon = found === undefined ? first.data : found;
  async function find(wanted: string): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      setFound(await loadCoupon(wanted));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFound(undefined);
      setFault(error.fields["code"] ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <ConsolePage title={title} right="benefit.read" reach="one" isForPhones>
      <div className={`${utilityCss.stack} ${benefitCss.finder}`}>
        <Panel title={texts.title}>
          <form
            className={utilityCss.stack}
            onSubmit={(event) => {
              event.preventDefault();
              if (!isBusy && !isBlank(code)) void find(code);
            }}
          >
            <TextInput
              label={texts.label}
              hint={texts.hint}
              value={code}
              onChange={setCode}
              autoComplete="off"
              spellCheck={false}
              {...(fault !== null && { error: fault })}
            />
            <div className={utilityCss.row}>
              <ConsoleButton type="submit" look="primary" disabled={isBlank(code)} isBusy={isBusy}>
                {texts.find}
              </ConsoleButton>
            </div>
          </form>
        </Panel>
        {coupon === null && fault === null && <NoteBar tone="warn">{texts.none}</NoteBar>}
        {coupon && fault === null && (
          <FoundCouponCard key={coupon.couponId} coupon={coupon} onChanged={setFound} />
        )}
      </div>
    </ConsolePage>
  );
}
