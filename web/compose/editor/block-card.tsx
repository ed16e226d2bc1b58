import { useState } from "react";
import { startDragReorder } from "../../platform/browser/drag-reorder.ts";
import { IconButton, Button } from "../../ui/form/button.tsx";
import { FieldHint } from "../../ui/form/field.tsx";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { CloseIcon } from "../../ui/icons/common-icons.tsx";
import {
  emptyItem,
  countFaults,
  blockFields,
  blockTitle,
  blockItems,
  fieldText,
  withValue,
  type FieldSpec,
  type ListSpec,
  type BlockDraft,
} from "./block-fields.ts";
import { FieldInput } from "../inputs/field-input.tsx";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type Values = Readonly<Record<string, unknown>>;
type FieldsProps = {
  specs: readonly FieldSpec[];
  values: Values;
  /** Where they stand, `blocks.2` for one. */
  place: string;
  faults: Readonly<Record<string, string>>;
  pictures: readonly string[];
  onChange: (values: Values) => void;
};

const Fields = ({ specs, values, place, faults, pictures, onChange }: FieldsProps) =>
  specs.map((spec) => (
    <FieldInput
      key={spec.name}
      {...{ spec, pictures }}
      value={fieldText(values[spec.name])}
      error={faults[`${place}.${spec.name}`] ?? null}
      onChange={(value) => onChange(withValue(values, spec, value))}
    />
  ));

type ItemsProps = Omit<FieldsProps, "specs"> & { spec: ListSpec };

/** A block's list: its items with their inputs, a way to take one out and to add one. */
function Items({ spec, values, place, faults, pictures, onChange }: ItemsProps) {
  const items = blockItems(values, spec);
  const put = (next: readonly Values[]) => onChange({ ...values, [spec.name]: next });
  const own = `${place}.${spec.name}`;
  return (
    <fieldset className={composeCss.list}>
      <legend>{spec.label}</legend>
      {items.map((item, at) => (
        // Items have no names of their own, and change places by nothing here.
        <div key={`${at} of ${items.length}`} className={composeCss.item}>
          <div className={`${layoutCss.row} ${layoutCss.spaceBetween}`}>
            <span className={`${textCss.caption} ${textCss.tertiary}`}>
              {composeMessages.item(spec.label, at + 1)}
            </span>
            <IconButton
              label={composeMessages.removeItem(spec.label, at + 1)}
              icon={<CloseIcon size={20} />}
              onClick={() => put(items.filter((_, place_) => place_ !== at))}
            />
          </div>
          <Fields
            specs={spec.item}
            values={item}
            place={`${own}.${at}`}
            {...{ faults, pictures }}
            onChange={(next) => put(items.map((one, place_) => (place_ === at ? next : one)))}
          />
        </div>
      ))}
      <FieldHint id={`${own}-hint`} error={faults[own]} />
      <Button look="tonal" size="small" onClick={() => put([...items, emptyItem(spec)])}>
        {composeMessages.addItem(spec.label)}
      </Button>
    </fieldset>
  );
}

type BlockCardProps = {
  block: BlockDraft;
  /** Another one: its inputs are made anew. */
  revision: number;
  at: number;
  count: number;
  isNew: boolean;
  faults: Readonly<Record<string, string>>;
  pictures: readonly string[];
  onChange: (block: BlockDraft) => void;
  onMove: (by: -1 | 1) => void;
  /** It is dragged to this place. */
  onDrag: (to: number) => void;
  onRemove: () => void;
};

/** Six dots: this can be taken hold of. */
const GripIcon = () => (
  <svg width={20} height={20} viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    {[5, 10, 15].flatMap((y) => [7, 13].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r={1.5} />))}
  </svg>
);

/** One block: what it is, its place, and what is written in it. */
export function BlockCard({
  block,
  revision,
  at,
  count,
  isNew,
  faults,
  pictures,
  onChange,
  ...on
}: BlockCardProps) {
  const [isOpen, setOpen] = useState(isNew);
  const wrong = countFaults(faults, at);
  const name = composeMessages.block(at + 1, composeMessages.kinds[block.kind]);
  const place = `blocks.${at}`;
  const change = (values: Values) => onChange({ ...values, kind: block.kind });
  const specs = blockFields[block.kind];
  return (
    <section className={`${contentCss.card} ${composeCss.block}`} aria-label={name}>
      <header>
        <IconButton
          className={composeCss.grip}
          label={composeMessages.drag(name)}
          icon={<GripIcon />}
          onPointerDown={(event) => startDragReorder(event, `.${composeCss.block}`, on.onDrag)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
            event.preventDefault();
            on.onMove(event.key === "ArrowUp" ? -1 : 1);
          }}
        />
        <button
          type="button"
          className={`${composeCss.blockHead} ${layoutCss.grow}`}
          aria-expanded={isOpen || wrong > 0}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDownIcon size={20} />
          <span className={layoutCss.grow}>
            <b>{composeMessages.kinds[block.kind]}</b>
            <span className={textCss.ellipsis}>{blockTitle(block)}</span>
          </span>
          {wrong > 0 && (
            <span className={`${controlsCss.tag} ${controlsCss.error}`}>{composeMessages.faults(wrong)}</span>
          )}
        </button>
        <IconButton
          className={composeCss.up}
          label={composeMessages.up(name)}
          icon={<ChevronDownIcon size={20} />}
          disabled={at === 0}
          onClick={() => on.onMove(-1)}
        />
        <IconButton
          label={composeMessages.down(name)}
          icon={<ChevronDownIcon size={20} />}
          disabled={at === count - 1}
          onClick={() => on.onMove(1)}
        />
        <IconButton
          label={composeMessages.remove(name)}
          icon={<CloseIcon size={20} />}
          onClick={on.onRemove}
        />
      </header>
      {(isOpen || wrong > 0) && (
        <div className={composeCss.fields} key={revision}>
          {specs.map((spec) =>
            spec.look === "list" ? (
              <Items
                key={spec.name}
                values={block}
                onChange={change}
                {...{ spec, place, faults, pictures }}
              />
            ) : (
              <Fields
                key={spec.name}
                specs={[spec]}
                values={block}
                onChange={change}
                {...{ place, faults, pictures }}
              />
            ),
          )}
        </div>
      )}
    </section>
  );
}
