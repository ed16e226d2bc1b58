import { useEffect, useState, type ComponentType } from "react";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import type { LeadDealerFieldProps } from "./dealer-field.tsx";
import { leadFormMessages } from "./messages.ts";
import * as textCss from "../../ui/styles/text.module.css";

/**
 * The choice of a dealer, which stands below the first screen: its script comes when that is over. Where it
 * does not come, the form is sent without, and the server chooses.
 */
export function LazyDealerField(props: LeadDealerFieldProps) {
  const [Field, setField] = useState<ComponentType<LeadDealerFieldProps> | null>(null);
  useEffect(() => {
    firstScreenDone
      .then(() => import("./dealer-field.tsx"))
      .then(({ LeadDealerField: DealerField }) => setField(() => DealerField))
      .catch(() => {});
  }, []);
  return Field === null ? (
    <output className={`${textCss.small} ${textCss.tertiary}`}>{leadFormMessages.loadingDealers}</output>
  ) : (
    <Field {...props} />
  );
}
