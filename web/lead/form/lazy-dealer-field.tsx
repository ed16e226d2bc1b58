import { useEffect, useState, type ComponentType } from "react";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import type { LeadDealerFieldProps } from "./dealer-field.tsx";
import { leadFormMessages } from "./messages.ts";
import * as textCss from "../../ui/styles/text.module.css";

/**
 * Choice of a dealer, below the first screen, so its script loads afterwards. If the script fails, the form
 * is sent without a dealer and the server assigns one.
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
