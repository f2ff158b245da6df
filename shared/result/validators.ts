/**
 * Files of what validation libraries cost in process, without HTTP: one a run of `validators`, written once, with a
 * checksum; the zod schema below is the only definition.
 */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { RUNTIMES, Validation } from './disclosure.ts'
import { Environment, Source } from './environment.ts'
import { COUNTER_KINDS } from './instructions.ts'
import { instrumentFiles } from './instrument-files.ts'
import { fittest, type Stored, storedFiles } from './stored-files.ts'

const VALIDATORS_VERSION = 1

const count = z.int().nonnegative()
const nonNegative = z.number().nonnegative()

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
  code: z.string().describe('SHA-256 of its folder and of what servers share'),
  operations: z.array(z.enum(OPERATIONS)).describe('that it has'),
  checked: count.describe('inputs that were put to it before it was measured'),
  deviations: z
    .array(z.string())
    .describe('where it does otherwise than others and is not refused for it, a line each'),
  bytes: byOperation(nonNegative.nullable()).describe('allocated in a call, in one process'),
  timed: z.array(TimedProcess),
  counted: z.array(byOperation(CountedCalls)).describe('a process each'),
  refusal: z.string().nullable().describe('why it has no figures, in one line'),
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
  schemaVersion: z.literal(VALIDATORS_VERSION),
  metric: z.literal('validators'),
  scenario: z.string().describe('whose model and cases they are'),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  protocol: ValidatorsProtocol,
  counterVersion: z.string().nullable(),
  notCounted: z.string().nullable().describe('why nothing counted; null where it was counted'),
  environment: Environment,
  source: Source,
  libraries: z.array(MeasuredLibrary),
  notInstalled: z.array(z.strictObject({ name: z.string(), install: z.string() })),
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

export type Validators = z.infer<typeof Validators>
export type UnsealedValidators = Omit<Validators, 'checksum'>
export type ValidatorsProtocol = z.infer<typeof ValidatorsProtocol>
export type MeasuredLibrary = z.infer<typeof MeasuredLibrary>
export type TimedProcess = z.infer<typeof TimedProcess>
export type CountedCalls = z.infer<typeof CountedCalls>

export function newValidators(measured: Omit<UnsealedValidators, 'schemaVersion' | 'metric'>): UnsealedValidators {
  return { schemaVersion: VALIDATORS_VERSION, metric: 'validators', ...measured }
}

/** From the repository's root. */
const FOLDER = 'results/validators'

const files = instrumentFiles<Validators>({
  schema: Validators,
  metric: 'validators',
  folder: FOLDER,
  byScenario: false,
  maker: 'validators',
  isNone: 'is no file of validators',
  isInvalid: 'holds no valid figures of validators',
})
export const validatorsPath = files.path
export const writeValidators = files.write
export const readValidators = files.read

/**
 * The file that is published: of those made from sources without changes those with most libraries and runtimes; of these
 * the newest. The rule looks at no figure. Undefined where there is none.
 * @throws UsageError where a file is broken
 */
export function validatorsToPublish(root = ROOT): Stored<Validators> | undefined {
  return fittest(storedFiles(FOLDER, readValidators, root), ({ libraries }) => libraries.length)[0]
}
