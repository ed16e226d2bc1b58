import { useEffect, useState, type ComponentType } from "react";
import { firstScreenOver } from "../platform/hydration.ts";
import type { DealerFieldProps } from "./dealer-field.tsx";
import { words } from "./words.ts";

/**
 * The choice of a dealer, which stands below the first screen: its script comes when that is over. Where it
 * does not come, the form is sent without, and the server chooses.
 */
export function DealerPart(props: DealerFieldProps) {
  const [Field, setField] = useState<ComponentType<DealerFieldProps> | null>(null);
  useEffect(() => {
    firstScreenOver
      .then(() => import("./dealer-field.tsx"))
      .then(({ DealerField }) => setField(() => DealerField))
      .catch(() => {});
  }, []);
  return Field === null ? <output className="bs c3">{words.loadingDealers}</output> : <Field {...props} />;
}
