import * as catalogueCss from "./catalogue.module.css";
import { useState, type ReactNode } from "react";
import type { Series } from "#contract/activity/activity.ts";
import { Button } from "../../ui/form/button.tsx";
import { Chip } from "../../ui/form/chip.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { mallMessages } from "../messages.ts";
import { priceRanges, withoutFilters, type PriceRangeName, type ProductQuery } from "./product-query.ts";

type FilterSheetProps = {
  query: ProductQuery;
  series: readonly Series[];
  onClose: () => void;
  onChange: (query: ProductQuery) => void;
};
const priceNames = Object.keys(priceRanges) as PriceRangeName[];

/** Series, price and stock of a list of products; nothing changes before 查看商品. */
export default function FilterSheet({ query, series, onClose, onChange }: FilterSheetProps) {
  const [draft, setDraft] = useState(query);
  const { seriesCode, price, ...rest } = draft;
  const group = (title: string, chips: ReactNode) => (
    <section className={catalogueCss.group}>
      <h3 className={textCss.title3}>{title}</h3>
      <div className={catalogueCss.options}>{chips}</div>
    </section>
  );
  return (
    <Sheet isOpen onClose={onClose} title={mallMessages.filter}>
      <div className={overlayCss.body}>
        {series.length > 0 &&
          group(
            mallMessages.series,
            series.map((one) => {
              const isOn = one.seriesCode === seriesCode;
              const next = { ...rest, ...(price && { price }), ...(!isOn && { seriesCode: one.seriesCode }) };
              return (
                <Chip key={one.seriesCode} isOn={isOn} tap="choose" onClick={() => setDraft(next)}>
                  {one.seriesName}
                </Chip>
              );
            }),
          )}
        {group(
          mallMessages.price,
          priceNames.map((name) => {
            const isOn = name === price;
            const next = { ...rest, ...(seriesCode && { seriesCode }), ...(!isOn && { price: name }) };
            return (
              <Chip key={name} isOn={isOn} tap="choose" onClick={() => setDraft(next)}>
                {mallMessages.prices[name]}
              </Chip>
            );
          }),
        )}
        {group(
          mallMessages.stock,
          <Chip
            isOn={draft.isInStock}
            tap="toggle"
            onClick={() => setDraft({ ...draft, isInStock: !draft.isInStock })}
          >
            {mallMessages.inStock}
          </Chip>,
        )}
        <div className={catalogueCss.footer}>
          <Button look="tonal" className={layoutCss.grow} onClick={() => onChange(withoutFilters(draft))}>
            {mallMessages.clearFilters}
          </Button>
          <Button className={layoutCss.growTwice} onClick={() => onChange(draft)}>
            {mallMessages.showResults}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
