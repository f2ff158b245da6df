/** Files of types: what compilers need for projects of procedures and of schemas whose types are inferred. */
import { z } from 'zod'
import { headOf, instrumentFiles, NotInstalled, serverHead } from '../../../shared/results/instrument-files.ts'
import { count, nonNegative, positive } from '../../../shared/results/numbers.ts'

export const COMPILERS = ['TypeScript 6', 'TypeScript 7', 'TypeScript 7, one checker'] as const

const Compiler = z.enum(COMPILERS)

const Compile = z.strictObject({
  compiler: Compiler,
  part: z.enum(['server', 'client']).describe('the server or the schemas alone, or with the typed client'),
  size: count.describe('procedures, or schemas'),
  failure: z.string().nullable().describe('a limit of the compiler that it hit'),
  types: count.nullable().describe('the same in all processes, as are instantiations'),
  instantiations: count.nullable(),
  cpuSeconds: z
    .array(nonNegative)
    .describe('of each process, in all threads; none where the system does not report it'),
  peakBytes: z.array(count).describe('largest resident set of each process'),
})

const Declarations = z.strictObject({
  size: count,
  bytes: count.nullable().describe('of the .d.ts files of the server or the schemas'),
  failure: z.string().nullable(),
})

const TypesServer = z.strictObject({
  ...serverHead,
  kind: z.enum(['procedures', 'schemas']),
  compiles: z.array(Compile),
  declarations: z.array(Declarations),
})

export const TypesFile = z.strictObject({
  ...headOf('types', 1),
  protocol: z.strictObject({
    sizes: z.array(count),
    processes: count,
    repeated: z.array(count).describe('sizes that all processes compile; the others are compiled once'),
    compilers: z.array(z.strictObject({ name: Compiler, version: z.string(), arguments: z.array(z.string()) })),
    limitSeconds: positive,
    sideBySide: count.describe('compilers at a time'),
    seed: count,
  }),
  servers: z.array(TypesServer),
  notInstalled: NotInstalled,
})

export type CompilerName = z.infer<typeof Compiler>
export type Compile = z.infer<typeof Compile>
export type Declarations = z.infer<typeof Declarations>
export type TypesFile = z.infer<typeof TypesFile>

export const typesStore = instrumentFiles<TypesFile>(TypesFile)
