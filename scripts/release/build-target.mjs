/** Environments for which the marketing build can be made (specification section 3, requirement A15). */
const TARGETS = ["dev", "uat", "prod"];

/**
 * Reads BUILD_TARGET: the environment of a build, regardless of its host; empty: the page's host decides.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string}
 */
export function buildTarget(environment) {
  const target = environment["BUILD_TARGET"] ?? "";
  if (target !== "" && !TARGETS.includes(target))
    throw new Error(`BUILD_TARGET must be one of ${TARGETS.join(", ")}, or empty`);
  return target;
}
