import { ChoiceGroup } from "./choice-group.tsx";
import * as viewsCss from "./segmented-control.module.css";

type ViewsProps<View extends string> = {
  /** Groups its radio buttons; unique on the page. */
  name: string;
  label: string;
  /** Each view and what it is called, in their order. */
  views: Readonly<Record<View, string>>;
  value: View;
  onChoose: (view: View) => void;
};

/** Which of two parts of a list is looked at. */
export function SegmentedControl<View extends string>({
  name,
  label,
  views,
  value,
  onChoose,
}: ViewsProps<View>) {
  const known = Object.keys(views) as View[];
  return (
    <ChoiceGroup
      {...{ name, label, value }}
      look={viewsCss.views}
      choices={known.map((view) => ({ value: view, content: views[view] }))}
      onChoose={(chosen) => {
        const view = known.find((one) => one === chosen);
        if (view !== undefined) onChoose(view);
      }}
    />
  );
}
