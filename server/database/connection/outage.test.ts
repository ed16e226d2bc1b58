import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { DatabaseUnresponsiveError, isOutage } from "./outage.ts";

const error = (message: string, code?: string, cause?: Error): Error =>
  Object.assign(new Error(message, cause && { cause }), code !== undefined && { code });

test.each([
  ["a full disk", error("could not extend file", "53100")],
  ["a full disk of a file", error("no space left on device, write", "ENOSPC")],
  ["a read-only disk", error("read-only file system, open", "EROFS")],
  ["a read-only server", error("cannot execute INSERT in a read-only transaction", "25006")],
  ["a server that shuts down", error("terminating connection due to administrator command", "57P01")],
  ["a server that starts up", error("the database system is starting up", "57P03")],
  ["a deadlock that ended the transaction", error("deadlock detected", "40P01")],
  ["no server", error("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED")],
  ["a broken connection", error("Connection terminated unexpectedly")],
  ["an unresponsive server", new DatabaseUnresponsiveError()],
  ["a wrapped error", error("a page failed", undefined, error("x", "08006"))],
])("Z04 %s is an outage", (_what, given) => expect(isOutage(given)).toBe(true));

test.each([
  ["a wrong statement", error("column does not exist", "42703")],
  ["a duplicate value", error("duplicate key", "23505")],
  ["a missing file", error("no such file", "ENOENT")],
  ["a refusal", new Refusal("busy")],
  ["a value that is not an error", "ENOSPC"],
])("%s is not an outage", (_what, given) => expect(isOutage(given)).toBe(false));
