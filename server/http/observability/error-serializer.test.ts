import { expect, test } from "vitest";
import { serializeError } from "./error-serializer.ts";

const refused = (fields: object, message: string): Error =>
  Object.assign(new Error(message), { severity: "ERROR", length: 9, ...fields });

test("Z06 what the database refuses is told without the row it stood in", () => {
  const error = refused(
    { code: "23514", detail: "Failing row contains (林晓岚).", where: "林晓岚", table: "t", constraint: "c" },
    'new row for relation "t" violates check constraint "c"',
  );
  const told = serializeError(error);
  expect(told).toMatchObject({
    type: "Error",
    code: "23514",
    table: "t",
    constraint: "c",
    message: error.message,
  });
  expect(told.stack).toContain("error-serializer.test");
  expect(JSON.stringify(told)).not.toContain("林晓岚");
});

test("Z06 a value that it cannot read is not repeated, in message and stack", () => {
  const told = serializeError(refused({ code: "22P02" }, 'invalid input syntax for type bigint: "林晓岚"'));
  expect(told.message).toBe('invalid input syntax for type bigint: "…"');
  expect(JSON.stringify(told)).not.toContain("林晓岚");
});

test("causes and parts are told, as deep as they help; what is no error is told as text", () => {
  const cause = refused({ code: "23505", detail: "Key (x)=(林晓岚)" }, "duplicate");
  const told = serializeError(new AggregateError([new Error("one")], "all", { cause }));
  expect([told.cause?.code, told.errors?.map(({ message }) => message)]).toEqual(["23505", ["one"]]);
  expect(JSON.stringify(told)).not.toContain("林晓岚");
  const endless = new Error("again");
  endless.cause = endless;
  expect(serializeError(endless).cause?.cause?.cause?.cause).toBeUndefined();
  expect(serializeError("a text")).toEqual({ type: "string", message: "a text", stack: "" });
});
