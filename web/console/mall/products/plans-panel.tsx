import { useState } from "react";
import type { MallProductDetail, MallSkuRow } from "#contract/console/mall/products.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { DateTimeInput } from "../../kit/form/date-time-input.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { NumberInput } from "../../kit/form/text-input.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { yuanText } from "../money.ts";
import { dropPricePlan, planPrice } from "./api.ts";
import { fenOf } from "./form-values.ts";
import { productPageMessages } from "./messages.ts";
import * as productsCss from "./products.module.css";
import { skuName } from "./value-text.ts";

const { plans: texts, detail } = productPageMessages;
type Plan = MallSkuRow["plans"][number] & { readonly sku: MallSkuRow };
type PlansPanelProps = { product: MallProductDetail; mayWrite: boolean; onChanged: () => Promise<void> };

const lineOf = ({ priceFen, fromTime, toTime }: Plan): string =>
  texts.line(yuanText(priceFen), formatShort(fromTime), formatShort(toTime));

/** 计划价: prices of SKUs for a time, with what runs now. */
export function PlansPanel({ product, mayWrite, onChanged }: PlansPanelProps) {
  const [shownAt] = useState(() => Date.now());
  const [edited, setEdited] = useState<Plan | "new" | null>(null);
  const [removed, setRemoved] = useState<Plan | null>(null);
  const plans = product.skus.flatMap((sku) => sku.plans.map((plan): Plan => ({ ...plan, sku })));
  return (
    <Panel
      title={texts.title}
      actions={
        mayWrite && (
          <ConsoleButton isSmall look="quiet" onClick={() => setEdited("new")}>
            {texts.add}
          </ConsoleButton>
        )
      }
    >
      {plans.length === 0 && <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{texts.none}</p>}
      <ul className={productsCss.plans}>
        {plans.map((plan) => (
          <li key={plan.planId}>
            <span>
              <span className={utilityCss.row}>
                {skuName(plan.sku.optionValues)}
                {plan.audience === "owners" && <Badge tone="brand">{detail.ownersOnly}</Badge>}
                {Date.parse(plan.fromTime) <= shownAt ? (
                  <Badge tone="ok" hasDot>
                    {texts.running}
                  </Badge>
                ) : (
                  <Badge tone="info">{texts.planned}</Badge>
                )}
              </span>
              <small className={`${utilityCss.number} ${utilityCss.secondary}`}>{lineOf(plan)}</small>
            </span>
            {mayWrite && (
              <span className={utilityCss.row}>
                <ConsoleButton isSmall look="quiet" onClick={() => setEdited(plan)}>
                  {texts.edit}
                </ConsoleButton>
                <ConsoleButton isSmall look="quiet" onClick={() => setRemoved(plan)}>
                  {texts.remove}
                </ConsoleButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited !== null && (
        <PlanDialog
          plan={edited === "new" ? null : edited}
          skus={product.skus.filter(({ isOn }) => isOn)}
          onChanged={onChanged}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        isOpen={removed !== null}
        isDanger
        title={texts.removeTitle}
        text={removed && texts.removeText(`${skuName(removed.sku.optionValues)} ${lineOf(removed)}`)}
        confirm={texts.remove}
        onConfirm={async () => {
          await dropPricePlan(removed?.planId ?? "");
          showResult(texts.removed);
          await onChanged();
        }}
        onClose={() => setRemoved(null)}
      />
    </Panel>
  );
}

const audiences = [
  { value: "everyone", label: texts.audiences.everyone },
  { value: "owners", label: texts.audiences.owners },
] as const;
type PlanDialogProps = {
  plan: Plan | null;
  skus: readonly MallSkuRow[];
  onChanged: () => Promise<void>;
  onClose: () => void;
};
function PlanDialog({ plan, skus, onChanged, onClose }: PlanDialogProps) {
  const [skuId, setSkuId] = useState(plan?.sku.skuId ?? skus[0]?.skuId ?? "");
  const [price, setPrice] = useState<number | null>(plan === null ? null : plan.priceFen / 100);
  const [fromTime, setFrom] = useState(plan?.fromTime ?? "");
  const [toTime, setTo] = useState(plan?.toTime ?? "");
  const [audience, setAudience] = useState<"everyone" | "owners" | "">(plan?.audience ?? "everyone");
  const priceFen = price === null ? Number.NaN : fenOf(price);
  const isOrdered = Date.parse(toTime) > Date.parse(fromTime);
  return (
    <ConfirmDialog
      isOpen
      title={plan === null ? texts.add : texts.title}
      text={texts.hint}
      confirm={texts.save}
      isDisabled={Number.isNaN(priceFen) || priceFen < 0 || !isOrdered || audience === "" || skuId === ""}
      onConfirm={async () => {
        const times = { fromTime, toTime, audience: audience === "" ? ("everyone" as const) : audience };
        await planPrice({ planId: plan?.planId ?? null, skuId, priceFen, ...times });
        showResult(texts.saved);
        await onChanged();
      }}
      onClose={onClose}
    >
      <SelectInput
        label={texts.sku}
        isDisabled={plan !== null}
        options={(plan === null ? skus : [plan.sku]).map((sku) => ({
          value: sku.skuId,
          label: skuName(sku.optionValues),
        }))}
        value={skuId}
        onChange={setSkuId}
      />
      <NumberInput label={texts.price} unit={detail.yuan} isRequired value={price} onChange={setPrice} />
      <DateTimeInput label={texts.from} isRequired value={fromTime} onChange={setFrom} />
      <DateTimeInput label={texts.to} isRequired value={toTime} onChange={setTo} />
      <SelectInput label={texts.audience} options={audiences} value={audience} onChange={setAudience} />
    </ConfirmDialog>
  );
}
