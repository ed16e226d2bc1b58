import { ChoiceGroup } from "./choice-group.tsx";
import * as segmentedControlCss from "./segmented-control.module.css";

type SegmentedControlProps<View extends string> = {
  /** Name of the radio buttons; unique on the page. */
  name: string;
  label: string;
  /** Label of each view, in display order. */
  views: Readonly<Record<View, string>>;
  value: View;
  onChoose: (view: View) => void;
};

/** Switch between two views of a list. */
export function SegmentedControl<View extends string>({
  name,
  label,
  views,
  value,
  onChoose,
}: SegmentedControlProps<View>) {
  const known = Object.keys(views) as View[];
  return (
    <ChoiceGroup
      {...{ name, label, value }}
      className={segmentedControlCss.views}
      choices={known.map((view) => ({ value: view, content: views[view] }))}
      onChoose={(chosen) => {
        const view = known.find((one) => one === chosen);
        if (view !== undefined) onChoose(view);
      }}
    />
  );
}
