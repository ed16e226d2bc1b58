import type { District } from "#contract/location/location.ts";
import { makeDistrictTree } from "./divisions.ts";

let tree: District | null = null;

/**
 * Name of a division for an address: 上海市静安区, 浙江省杭州市西湖区. A city without districts stands in place of its district,
 * and a province without cities in place of both.
 * @returns null for codes that do not exist, or not below each other
 */
export function divisionNameOf(provinceCode: string, cityCode: string, districtCode: string): string | null {
  tree ??= makeDistrictTree();
  const names: string[] = [];
  let node = tree;
  for (const code of [provinceCode, cityCode, districtCode]) {
    const child = node.children?.find((one) => one.code === code);
    // A node without children is its own child.
    if (!child && (node.children !== undefined || node.code !== code)) return null;
    node = child ?? node;
    if (names.at(-1) !== node.name) names.push(node.name);
  }
  return names.join("");
}
