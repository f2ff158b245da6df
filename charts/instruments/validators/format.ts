/**
 * File format of `validators`: cost of validation libraries in process, without HTTP.
 */

import { z } from 'zod'
import { Validation } from '../../../shared/format/disclosure.ts'
import { CodeDigest, count, nonNegative } from '../../../shared/format/fields.ts'
import {
  instrumentFiles,
  serverHead,
  serversFile,
  type Unsealed,
} from '../../../shared/format/instrument-files.ts'

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
  instructions: z
    .number()
    .describe('per call, of the thread that runs the JavaScript, without the loop'),
  settled: z.boolean().describe('whether both halves of the counted calls agree'),
})

const MeasuredLibrary = z.strictObject({
  ...serverHead,
  validation: Validation.describe('from the folder’s manifest'),
  code: CodeDigest,
  operations: z.array(z.enum(OPERATIONS)).describe('operations that it has'),
  checked: count.describe('inputs checked before the measurement'),
  accepts: z
    .string()
    .optional()
    .describe('invalid data that it is known to accept; absent if none'),
  deviations: z
    .array(z.string())
    .describe('deviations for which it is not disqualified, one per line'),
  timed: z.array(TimedProcess),
  counted: z.array(byOperation(CountedCalls)).describe('a process each'),
})

const ValidatorsProtocol = z.strictObject({
  processes: count.min(1).describe('timed processes per library and runtime, and as many counted'),
  seconds: z
    .number()
    .positive()
    .describe('limit of timed calls per operation and process, and of the warm-up before'),
  batches: count.min(1).describe('limit of timed batches'),
  warmUpBatches: count.min(1).describe('limit of warm-up batches'),
  batch: count.min(1).describe('calls per reading of the clock'),
  texts: count
    .min(1)
    .describe('distinct inputs of each kind; a repeated input gets another serial number'),
  tool: z.string().describe('timing tool, with its version'),
  counter: z.literal('qemu').nullable().describe('null if not counted'),
  calls: count.nullable().describe('least number of counted calls per operation and process'),
  collects: z
    .literal('young')
    .optional()
    .describe(
      'generation that is collected before counted calls; older files: all, which discards optimized code',
    ),
  sideBySide: count.min(1).describe('processes counted at the same time, each on its own CPU'),
  seed: count,
})

export const Validators = serversFile('validators', 2, ValidatorsProtocol, MeasuredLibrary, {
  counterVersion: z.string().nullable(),
  notCounted: z.string().nullable().describe('reason for not counting; null if counted'),
})

export type Validators = z.infer<typeof Validators>
export type UnsealedValidators = Unsealed<Validators>
export type ValidatorsProtocol = z.infer<typeof ValidatorsProtocol>
export type TimedProcess = z.infer<typeof TimedProcess>
export type MeasuredLibrary = z.infer<typeof MeasuredLibrary>

export const validatorsStore = instrumentFiles<Validators>(Validators)
