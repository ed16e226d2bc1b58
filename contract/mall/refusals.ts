import { addRefusals } from "../core/errors.ts";
import { mallRefusals } from "../core/mall-refusals.ts";

// The terms are looked up by name and by code, on both sides.
addRefusals(mallRefusals);
