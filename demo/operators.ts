import { labLogin } from "#contract/console/lab.ts";
import { operatorRoleNames, type OperatorRole } from "#contract/console/rights.ts";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";

/** An operator of the console with one grant. */
export type DemoOperator = {
  readonly login: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly scope: GrantScope;
};

const names: Readonly<Record<OperatorRole, string>> = {
  "hq-admin": "沈若谷",
  "hq-staff": "王运营",
  region: "顾江宁",
  dealer: "陆小满",
  moderator: "叶知秋",
  service: "何清和",
  finance: "钱知行",
  auditor: "严明审",
  sysadmin: "程维安",
};

/** Region of the operator of a region: 华东. */
const REGION = "VWSA400000";

/** One operator for each role. @param dealerId dealer of the operator of a dealer */
export const demoOperators = (dealerId: string): DemoOperator[] =>
  operatorRoleNames.map((role) => {
    const scope: Readonly<Partial<Record<OperatorRole, GrantScope>>> = {
      region: { ...everyScope, sponsorLevel1: ["107002"], sponsorLevel2: [REGION] },
      dealer: { ...everyScope, dealers: [dealerId] },
    };
    return { login: labLogin(role), name: names[role], role, scope: scope[role] ?? everyScope };
  });
