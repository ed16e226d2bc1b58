import type { OperatorArgs, OperatorCall, OperatorResult } from "#contract/console/operator-call.ts";
import type { TestApp } from "../app.ts";
import type { TestOperator } from "../operator.ts";
import type { ConsoleThings, Place } from "./things.ts";

/** State of the generated tests in which a row prepares its arguments. */
export type AccessSetting = { readonly app: TestApp; readonly things: ConsoleThings };

/** Access of one call of the console, as the generated tests need it (server/console/access.routes.test.ts). */
export type AccessRow<C extends OperatorCall = OperatorCall> = {
  readonly call: C;
  /**
   * Valid arguments about the thing at a place. Those of a write change nothing: they name a thing that does not exist,
   * or a state that the thing does not have.
   */
  readonly args: (things: ConsoleThings, place: Place) => OperatorArgs<C>;
  /**
   * "record": the arguments name one thing, and out of scope the call answers 404. "list": `shows` tells whether the
   * answer has the thing at a place. "none": the call has no scope, or its arguments name a thing that does not exist, and
   * `scopeShownIn` names the test of its scope.
   */
  readonly scope: "record" | "list" | "none";
  /** File of the test that shows the scope of a write whose arguments would change something. */
  readonly scopeShownIn?: string;
  /**
   * Scope of the things, which decides what each role reaches. "activity": an activity that is read (headquarters' too);
   * "ownActivity": one that is written (a region's own; dealers write none); "person": a person's row (of own activities
   * or at own dealers); "dealer": a dealer.
   */
  readonly reads?: "activity" | "ownActivity" | "person" | "dealer";
  readonly shows?: (result: OperatorResult<C>, things: ConsoleThings, place: Place) => boolean;
  /** For a write: arguments with which it succeeds for the operator, whose grants allow everything. */
  readonly succeeds?: (
    setting: AccessSetting,
    operator: TestOperator,
  ) => Promise<OperatorArgs<C>> | OperatorArgs<C>;
  /** File of the test that shows the one audit line of a write that cannot be prepared here, such as a login. */
  readonly auditShownIn?: string;
};

/** Declares a row; an identity function that infers the types. */
export const accessRow = <C extends OperatorCall>(row: AccessRow<C>): AccessRow =>
  row as unknown as AccessRow;
