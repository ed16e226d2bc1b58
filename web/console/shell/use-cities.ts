import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listConsoleCities, type ConsoleCity } from "#contract/console/content/cities.ts";
import { sendOperatorCall } from "../../platform/console/operator-calls.ts";
import type { ComboOption } from "../kit/form/combo-input.tsx";

type Cities = {
  readonly cities: readonly ConsoleCity[];
  /** For `ComboInput`: found by name, province, pinyin and initials. */
  readonly options: readonly ComboOption[];
  /** Short name; the code while the list is loading or does not have it. */
  nameOf(code: string): string;
};
const none: readonly ConsoleCity[] = [];

/** Cities of the product, loaded once. */
export function useCities(): Cities {
  const { data } = useQuery({
    queryKey: [listConsoleCities.name],
    queryFn: () => sendOperatorCall(listConsoleCities, {}),
    staleTime: Infinity,
  });
  const cities = data?.cities ?? none;
  return useMemo(() => {
    const names = new Map(cities.map(({ code, name }) => [code, name]));
    return {
      cities,
      options: cities.map(({ code, name, province, pinyin, initials }) => ({
        value: code,
        label: name,
        note: province,
        keywords: `${province} ${pinyin} ${initials} ${code}`,
      })),
      nameOf: (code: string) => names.get(code) ?? code,
    };
  }, [cities]);
}
