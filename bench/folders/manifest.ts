/** The `"bench"` manifest in a server's package.json. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { didYouMean } from '../../shared/basics/text.ts'
import { Disclosure, KnownDeviations, RUNTIMES } from '../../shared/format/disclosure.ts'
import { Note, StrictKeys, Workaround } from './manifest-scope.ts'

const { wire, tuned, tags } = Disclosure.shape

const Manifest = z.strictObject({
  name: z.string().min(1).optional().describe('display name; default: the folder’s name'),
  package: z.string().optional().describe('package whose installed version is shown'),
  repackages: z
    .string()
    .min(1)
    .optional()
    .describe(
      'version of the framework in a package that is not the framework’s own; shown with the package’s name',
    ),
  runtime: z.enum(RUNTIMES).default('node'),
  native: z
    .boolean()
    .optional()
    .describe('its package loads a binary, which may lack the ABI of the pinned Node'),
  entry: z
    .string()
    .startsWith('dist/')
    .optional()
    .describe('the one program that the build makes for all scenarios; default: one each'),
  listensOnAll: z
    .literal(true)
    .optional()
    .describe('its framework has no option for the address on which it listens'),
  install: z
    .string()
    .optional()
    .describe('the command that installs packages outside the lockfile'),
  ...Disclosure.shape,
  wire: wire.default('plain'),
  tuned: tuned.default(null),
  tags: tags.default([]),
  notes: z.array(Note).default([]),
  workarounds: z.array(Workaround).default([]),
  strictKeys: StrictKeys.optional(),
  knownDeviations: KnownDeviations.default([]),
})

export type Manifest = z.infer<typeof Manifest>

const Strings = z.record(z.string(), z.string()).default({})
const PackageJson = z.object({
  bench: Manifest,
  dependencies: Strings,
  peerDependencies: Strings,
  scripts: Strings,
})

/** @param place of the file, in errors. @throws UsageError that names the key, its value and the error */
export function readPackageJson(file: string, place: string): z.infer<typeof PackageJson> {
  let parsed: { bench?: unknown } | null
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${place}: ${messageOf(error)}`)
  }
  if (!parsed?.bench)
    throw new UsageError(`${place} has no "bench" manifest: CONTRIBUTING.md lists its keys`)
  const valid = PackageJson.safeParse(parsed, { reportInput: true })
  if (!valid.success) throw new UsageError(`${place}: ${faultOf(valid.error)}`)
  return valid.data
}

/** Returns key, error and value. A mistyped key comes first: the right one, which then is missing, is no error of its own. */
function faultOf({ issues }: z.ZodError): string {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  const path = issue?.path.join('.')
  if (issue?.code === 'unrecognized_keys') {
    const knownKeys =
      path === 'bench'
        ? Manifest.shape
        : path === 'bench.validation'
          ? Disclosure.shape.validation.shape
          : {}
    return `${path}: ${issue.message}${didYouMean(issue.keys[0], Object.keys(knownKeys))}`
  }
  const value = issue?.input === undefined ? 'is missing' : `is ${JSON.stringify(issue.input)}`
  return `${path} ${value}: ${issue?.message}`
}
