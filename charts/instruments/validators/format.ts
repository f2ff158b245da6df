/**
 * Files of what validation libraries cost in process, without HTTP: one a run of `validators`, written once, with a
 * checksum; the zod schema below is the only definition.
 */

import { z } from 'zod'
import { RUNTIMES, Validation } from '../../../shared/results/disclosure.ts'
import { CodeDigest } from '../../../shared/results/environment.ts'
import { COUNTER_KINDS } from '../../../shared/results/instructions.ts'
import {
  Disqualified,
  headOf,
  instrumentFiles,
  NotInstalled,
  type Unsealed,
} from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'

/** What is measured of a library: those of its steps (`shared/models/steps.ts`) that it has. */
export const OPERATIONS = ['validate', 'firstError', 'allErrors', 'parse', 'stringify'] as const

export type OperationId = (typeof OPERATIONS)[number]

const byOperation = <T extends z.ZodType>(figure: T) => z.partialRecord(z.enum(OPERATIONS), figure)

const TimedProcess = z.strictObject({
  importMilliseconds: nonNegative.describe(
    'from asking for the steps until they were there, all that they import included',
  ),
  firstCallMicroseconds: nonNegative.describe('of the first call of `validate` in the process'),
  loop: nonNegative.describe('nanoseconds of a call of nothing, with the loop around it'),
  nanoseconds: byOperation(nonNegative).describe('a call, with the loop around it'),
})

const CountedCalls = z.strictObject({
  javascript: z
    .number()
    .describe('instructions a call, of the thread that runs the JavaScript, without the loop around it'),
  others: z.number().describe('of all other threads'),
  calls: count.describe('that were counted: doubled until both halves agreed, three times at the most'),
  settled: z.boolean().describe('whether both halves agree'),
})

const MeasuredLibrary = z.strictObject({
  folder: z.string().describe('of the server whose steps they are'),
  library: z.string(),
  package: z.string().nullable(),
  version: z.string().nullable().describe('of the package'),
  validation: Validation.describe('as the folder’s manifest has it'),
  runtime: z.enum(RUNTIMES),
  runtimeVersion: z.string(),
  code: CodeDigest,
  operations: z.array(z.enum(OPERATIONS)).describe('that it has'),
  checked: count.describe('inputs that were put to it before it was measured'),
  accepts: z.string().optional().describe('invalid data that it is known to accept; absent where there is none'),
  deviations: z
    .array(z.string())
    .describe('where it does otherwise than others and is not refused for it, a line each'),
  bytes: byOperation(nonNegative.nullable()).describe('allocated in a call, in one process'),
  timed: z.array(TimedProcess),
  counted: z.array(byOperation(CountedCalls)).describe('a process each'),
  refusal: Disqualified,
})

const ValidatorsProtocol = z.strictObject({
  processes: count.min(1).describe('of each library on each runtime, timed, and as many counted'),
  seconds: z
    .number()
    .positive()
    .describe('of calls of an operation in a process at the most, and as many before any is timed'),
  batches: count.min(1).describe('that are timed at the most'),
  warmUpBatches: count.min(1).describe('at the most'),
  batch: count.min(1).describe('calls between two looks at the clock'),
  texts: count
    .min(1)
    .describe('different inputs of each kind, each with another serial number when it comes round again'),
  tool: z.string().describe('what times, with its version'),
  counter: z.enum(COUNTER_KINDS).nullable().describe('null where nothing counted'),
  calls: count.nullable().describe('counted of an operation in a process at the least'),
  sideBySide: count.min(1).describe('processes that were counted at once, each on a CPU of its own'),
  seed: count,
})

export const Validators = z.strictObject({
  ...headOf('validators', 1),
  scenario: z.string().describe('whose model and cases they are'),
  protocol: ValidatorsProtocol,
  counterVersion: z.string().nullable(),
  notCounted: z.string().nullable().describe('why nothing counted; null where it was counted'),
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
