/**
 * File format of `validators`: cost of validation libraries in process, without HTTP.
 */

import { z } from 'zod'
import { RUNTIMES, Validation } from '../../../shared/results/disclosure.ts'
import { CodeDigest } from '../../../shared/results/environment.ts'
import {
  Disqualified,
  headOf,
  instrumentFiles,
  NotInstalled,
  type Unsealed,
} from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'

/** Measured operations (`shared/models/steps.ts`); a library may lack some. */
export const OPERATIONS = ['validate', 'firstError', 'allErrors', 'parse', 'stringify'] as const

export type OperationId = (typeof OPERATIONS)[number]

const byOperation = <T extends z.ZodType>(figure: T) => z.partialRecord(z.enum(OPERATIONS), figure)

const TimedProcess = z.strictObject({
  importMilliseconds: nonNegative.describe('time to import the steps, with all their imports'),
  firstCallMicroseconds: nonNegative.describe('first call of `validate` in the process'),
  loop: nonNegative.describe('ns per iteration of an empty loop'),
  nanoseconds: byOperation(nonNegative).describe('per call, including the loop'),
})

const CountedCalls = z.strictObject({
  javascript: z.number().describe('instructions per call, of the thread that runs the JavaScript, without the loop'),
  others: z.number().describe('of all other threads'),
  calls: count.describe('calls that were counted: doubled until both halves agreed, at most three times'),
  settled: z.boolean().describe('whether both halves agree'),
})

const MeasuredLibrary = z.strictObject({
  folder: z.string().describe('folder of the steps'),
  library: z.string(),
  package: z.string().nullable(),
  version: z.string().nullable().describe('of the package'),
  validation: Validation.describe('from the folder’s manifest'),
  runtime: z.enum(RUNTIMES),
  runtimeVersion: z.string(),
  code: CodeDigest,
  operations: z.array(z.enum(OPERATIONS)).describe('operations that it has'),
  checked: count.describe('inputs checked before the measurement'),
  accepts: z.string().optional().describe('invalid data that it is known to accept; absent if none'),
  deviations: z.array(z.string()).describe('deviations for which it is not disqualified, one per line'),
  bytes: byOperation(nonNegative.nullable()).describe('allocated per call, in one process'),
  timed: z.array(TimedProcess),
  counted: z.array(byOperation(CountedCalls)).describe('a process each'),
  refusal: Disqualified,
})

const ValidatorsProtocol = z.strictObject({
  processes: count.min(1).describe('timed processes per library and runtime, and as many counted'),
  seconds: z.number().positive().describe('limit of timed calls per operation and process, and of the warm-up before'),
  batches: count.min(1).describe('limit of timed batches'),
  warmUpBatches: count.min(1).describe('limit of warm-up batches'),
  batch: count.min(1).describe('calls per reading of the clock'),
  texts: count.min(1).describe('distinct inputs of each kind; a repeated input gets another serial number'),
  tool: z.string().describe('timing tool, with its version'),
  counter: z.literal('qemu').nullable().describe('null if not counted'),
  calls: count.nullable().describe('least number of counted calls per operation and process'),
  sideBySide: count.min(1).describe('processes counted at the same time, each on its own CPU'),
  seed: count,
})

export const Validators = z.strictObject({
  ...headOf('validators', 1),
  scenario: z.string().describe('scenario of the model and the cases'),
  protocol: ValidatorsProtocol,
  counterVersion: z.string().nullable(),
  notCounted: z.string().nullable().describe('reason for not counting; null if counted'),
  libraries: z.array(MeasuredLibrary),
  notInstalled: NotInstalled,
})

export type Validators = z.infer<typeof Validators>
export type UnsealedValidators = Unsealed<Validators>
export type ValidatorsProtocol = z.infer<typeof ValidatorsProtocol>
export type MeasuredLibrary = z.infer<typeof MeasuredLibrary>
export type TimedProcess = z.infer<typeof TimedProcess>
export type CountedCalls = z.infer<typeof CountedCalls>

export const validatorsStore = instrumentFiles<Validators>(Validators)
