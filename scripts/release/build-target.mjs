/** The environments that the marketing build can be made for (specification section 3, requirement A15). */
const TARGETS = ["dev", "uat", "prod"];

/**
 * What BUILD_TARGET asks for: the one environment that a build is for, whatever host it is served
 * under; empty: the page's host decides.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string}
 */
export function buildTarget(environment) {
  const target = environment["BUILD_TARGET"] ?? "";
  if (target !== "" && !TARGETS.includes(target))
    throw new Error(`BUILD_TARGET must be one of ${TARGETS.join(", ")}, or empty`);
  return target;
}
