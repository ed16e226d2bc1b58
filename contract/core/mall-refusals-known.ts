import { addRefusals } from "./errors.ts";
import { mallRefusals } from "./mall-refusals.ts";

// The terms are looked up by name and by code, on both sides.
addRefusals(mallRefusals);
