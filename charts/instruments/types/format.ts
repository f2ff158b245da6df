/** Files of types: what compilers need for projects of procedures and of schemas whose types are inferred. */
import { z } from 'zod'
import {
  headOf,
  instrumentFiles,
  NotInstalled,
  serverHead,
} from '../../../shared/format/instrument-files.ts'
import { count, nonNegative } from '../../../shared/format/numbers.ts'

export const COMPILERS = ['TypeScript 6', 'TypeScript 7', 'TypeScript 7, one checker'] as const

/** To emit declarations of the server or the schemas; these alone; and with the typed client. */
export const PARTS = ['declarations', 'server', 'client'] as const

const Compile = z.strictObject({
  compiler: z.enum(COMPILERS),
  part: z.enum(PARTS),
  size: count.describe('procedures, or schemas'),
  failure: z
    .string()
    .nullable()
    .describe('a limit of the compiler that it hit, or why there are no declarations'),
  types: count.nullable().describe('the same in all processes, as are instantiations'),
  instantiations: count.nullable(),
  bytes: count.nullable().describe('of the .d.ts files, where they are emitted'),
  cpuSeconds: z
    .array(nonNegative)
    .describe('of each process; none where the system does not report it'),
  peakBytes: z.array(count).describe('largest resident set of each process'),
})

export const TypesFile = z.strictObject({
  ...headOf('types', 2),
  protocol: z.strictObject({
    sizes: z.array(count),
    processes: count.describe('at most, of each project; of the largest, one'),
    sideBySide: count.describe('compilers at a time'),
    seed: count,
  }),
  servers: z.array(
    z.strictObject({
      ...serverHead,
      kind: z.enum(['procedures', 'schemas']),
      variant: z.string().optional().describe('another documented way to write the project'),
      compiles: z.array(Compile).describe('by rising size'),
    }),
  ),
  notInstalled: NotInstalled,
})

export type CompilerName = (typeof COMPILERS)[number]
export type Compile = z.infer<typeof Compile>
export type TypesFile = z.infer<typeof TypesFile>

export const typesStore = instrumentFiles<TypesFile>(TypesFile)
