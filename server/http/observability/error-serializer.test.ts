import { expect, test } from "vitest";
import { serializeError } from "./error-serializer.ts";

const databaseError = (fields: object, message: string): Error =>
  Object.assign(new Error(message), { severity: "ERROR", length: 9, ...fields });

test("Z06 a database error is serialised without the refused row", () => {
  const error = databaseError(
    { code: "23514", detail: "Failing row contains (林晓岚).", where: "林晓岚", table: "t", constraint: "c" },
    'new row for relation "t" violates check constraint "c"',
  );
  const serialized = serializeError(error);
  expect(serialized).toMatchObject({
    type: "Error",
    code: "23514",
    table: "t",
    constraint: "c",
    message: error.message,
  });
  expect(serialized.stack).toContain("error-serializer.test");
  expect(JSON.stringify(serialized)).not.toContain("林晓岚");
});

test("Z06 a malformed value is not repeated in message and stack", () => {
  const serialized = serializeError(
    databaseError({ code: "22P02" }, 'invalid input syntax for type bigint: "林晓岚"'),
  );
  expect(serialized.message).toBe('invalid input syntax for type bigint: "…"');
  expect(JSON.stringify(serialized)).not.toContain("林晓岚");
});

test("causes and aggregated errors are serialised up to a depth; other values are converted to text", () => {
  const cause = databaseError({ code: "23505", detail: "Key (x)=(林晓岚)" }, "duplicate");
  const serialized = serializeError(new AggregateError([new Error("one")], "all", { cause }));
  const messages = serialized.errors?.map(({ message }) => message);
  expect([serialized.cause?.code, messages]).toEqual(["23505", ["one"]]);
  expect(JSON.stringify(serialized)).not.toContain("林晓岚");
  const endless = new Error("again");
  endless.cause = endless;
  expect(serializeError(endless).cause?.cause?.cause?.cause).toBeUndefined();
  expect(serializeError("a text")).toEqual({ type: "string", message: "a text", stack: "" });
});
