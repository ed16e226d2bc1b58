import { useState } from "react";
import type { OperatorCoupon } from "#contract/console/benefits.ts";
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

/** 券: one coupon found by its whole code, which stands in no address (requirement CO34). */
export function CouponsPage() {
  const [code, setCode] = useState("");
  const [coupon, setCoupon] = useState<OperatorCoupon | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  async function find(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      const found = await loadCoupon(code);
      setCoupon(found);
      setUnknown(found === null);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setCoupon(null);
      setUnknown(false);
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
              if (!isBusy && !isBlank(code)) void find();
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
        {isUnknown && <NoteBar tone="warn">{texts.none}</NoteBar>}
        {coupon !== null && <FoundCouponCard key={coupon.couponId} coupon={coupon} onChanged={setCoupon} />}
      </div>
    </ConsolePage>
  );
}
