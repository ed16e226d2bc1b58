import { fieldLabel } from "./value-text.ts";

/** Faults by field, each with the field's name. */
export const FaultList = ({ faults }: { faults: Readonly<Record<string, string>> }) => (
  <ul>
    {Object.entries(faults).map(([place, text]) => (
      <li key={place}>
        {fieldLabel(place)}：{text}
      </li>
    ))}
  </ul>
);
