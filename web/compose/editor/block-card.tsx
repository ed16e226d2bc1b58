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
  /** Path of the values, for example `blocks.2`. */
  path: string;
  faults: Readonly<Record<string, string>>;
  pictures: readonly string[];
  onChange: (values: Values) => void;
};

const Fields = ({ specs, values, path, faults, pictures, onChange }: FieldsProps) =>
  specs.map((spec) => (
    <FieldInput
      key={spec.name}
      {...{ spec, pictures }}
      value={fieldText(values[spec.name])}
      error={faults[`${path}.${spec.name}`] ?? null}
      onChange={(value) => onChange(withValue(values, spec, value))}
    />
  ));

type ItemsProps = Omit<FieldsProps, "specs"> & { spec: ListSpec };

/** List of a block: items with their inputs, buttons for removing and adding items. */
function Items({ spec, values, path, faults, pictures, onChange }: ItemsProps) {
  const items = blockItems(values, spec);
  const put = (next: readonly Values[]) => onChange({ ...values, [spec.name]: next });
  const listPath = `${path}.${spec.name}`;
  return (
    <fieldset className={composeCss.list}>
      <legend>{spec.label}</legend>
      {items.map((item, at) => (
        // Items have no ids and cannot be moved; the count in the key recreates them after adding or removing.
        <div key={`${at} of ${items.length}`} className={composeCss.item}>
          <div className={`${layoutCss.row} ${layoutCss.spaceBetween}`}>
            <span className={`${textCss.caption} ${textCss.tertiary}`}>
              {composeMessages.item(spec.label, at + 1)}
            </span>
            <IconButton
              label={composeMessages.removeItem(spec.label, at + 1)}
              icon={<CloseIcon size={20} />}
              onClick={() => put(items.filter((_, index) => index !== at))}
            />
          </div>
          <Fields
            specs={spec.item}
            values={item}
            path={`${listPath}.${at}`}
            {...{ faults, pictures }}
            onChange={(next) => put(items.map((one, index) => (index === at ? next : one)))}
          />
        </div>
      ))}
      <FieldHint id={`${listPath}-hint`} error={faults[listPath]} />
      <Button look="tonal" size="small" onClick={() => put([...items, emptyItem(spec)])}>
        {composeMessages.addItem(spec.label)}
      </Button>
    </fieldset>
  );
}

type BlockCardProps = {
  block: BlockDraft;
  /** Another revision recreates the inputs. */
  revision: number;
  at: number;
  count: number;
  isNew: boolean;
  faults: Readonly<Record<string, string>>;
  pictures: readonly string[];
  onChange: (block: BlockDraft) => void;
  onMove: (by: -1 | 1) => void;
  /** Called while the block is dragged. @param to index */
  onDrag: (to: number) => void;
  onRemove: () => void;
};

/** Six dots that mark the drag handle. */
const GripIcon = () => (
  <svg width={20} height={20} viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    {[5, 10, 15].flatMap((y) => [7, 13].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r={1.5} />))}
  </svg>
);

/** Card of a block with its kind, its position and its inputs. */
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
  const faultCount = countFaults(faults, at);
  const name = composeMessages.block(at + 1, composeMessages.kinds[block.kind]);
  const path = `blocks.${at}`;
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
          aria-expanded={isOpen || faultCount > 0}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDownIcon size={20} />
          <span className={layoutCss.grow}>
            <b>{composeMessages.kinds[block.kind]}</b>
            <span className={textCss.ellipsis}>{blockTitle(block)}</span>
          </span>
          {faultCount > 0 && (
            <span className={`${controlsCss.tag} ${controlsCss.error}`}>
              {composeMessages.faults(faultCount)}
            </span>
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
      {(isOpen || faultCount > 0) && (
        <div className={composeCss.fields} key={revision}>
          {specs.map((spec) =>
            spec.look === "list" ? (
              <Items key={spec.name} values={block} onChange={change} {...{ spec, path, faults, pictures }} />
            ) : (
              <Fields
                key={spec.name}
                specs={[spec]}
                values={block}
                onChange={change}
                {...{ path, faults, pictures }}
              />
            ),
          )}
        </div>
      )}
    </section>
  );
}
